import { signInErrorPage } from '@kinbridge/public/error/error-page';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendErrorPage } from './add-page.ts';
import { readPageAssets } from './page-assets.ts';

/** A browser that opened the address; scripts ask for JSON. */
export function wantsPage({ routeOptions, headers }: FastifyRequest): boolean {
  const { accept = '' } = headers;
  return routeOptions.config.page === true && accept.includes('text/html') && !accept.includes('application/json');
}

/** Tells a person in the browser why they weren't signed in. */
export async function readErrorPage(webFolder: string) {
  const assets = await readPageAssets(webFolder, 'visitors.json', 'visitors/act.ts');
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendErrorPage(error, request, reply, (message) => signInErrorPage(message, assets));
}
