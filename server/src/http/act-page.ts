import { html } from '@kinbridge/public/html';
import type { FastifyInstance } from 'fastify';
import type { AddressLimit } from '../access/address-limit.ts';
import { readPageAssets } from './page-assets.ts';
import { visitorPage } from './visitor-page.ts';

const body = html`<header class="top"><p class="brand">Kinbridge</p></header>
<main id="act" aria-live="polite" aria-busy="true">
<h1 tabindex="-1">One moment…</h1>
<noscript><p class="notice">This page needs JavaScript. You can also <a href="/login">sign in to Kinbridge</a>.</p></noscript>
</main>`;

/** The page that an email's links open. It holds nothing about the request: its script asks for that. */
export async function addActPage(server: FastifyInstance, limit: AddressLimit, webFolder: string): Promise<void> {
  const assets = await readPageAssets(webFolder, 'visitors.json', 'visitors/act.ts');
  const html = visitorPage({ title: 'Answer from your email', body, assets });
  server.get('/act/:token', { config: { access: 'public' } }, async (request, reply) => {
    await limit.count(request.ip);
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
  });
}
