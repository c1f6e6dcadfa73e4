import { actPage } from '@kinbridge/public/act/act-page';
import { errorPage } from '@kinbridge/public/error/error-page';
import type { FastifyInstance } from 'fastify';
import type { AddressLimit } from '../access/address-limit.ts';
import { addPage } from './add-page.ts';
import { readPageAssets } from './page-assets.ts';

/** The page that an email's links open, the same for every token. */
export async function addActPage(server: FastifyInstance, limit: AddressLimit, webFolder: string): Promise<void> {
  const assets = await readPageAssets(webFolder, 'visitors.json', 'visitors/act.ts');
  const html = actPage(assets);
  addPage(server, {
    path: '/act/:token',
    limit,
    render: async () => ({ html }),
    renderError: (message) => errorPage(message, assets),
  });
}
