import { type Html, html } from '@kinbridge/public/html';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteError } from './error-answers.ts';
import { readPageAssets } from './page-assets.ts';
import { visitorPage } from './visitor-page.ts';

/** A browser that opened the address; scripts ask for JSON. */
export function wantsPage({ routeOptions, headers }: FastifyRequest): boolean {
  const { accept = '' } = headers;
  return routeOptions.config.page === true && accept.includes('text/html') && !accept.includes('application/json');
}

/** Tells a person in the browser why they weren't signed in. */
export async function readErrorPage(webFolder: string) {
  const { style, font } = await readPageAssets(webFolder, 'visitors.json', 'visitors/act.ts');
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { message } = noteError(error, request, reply);
    const title = "We couldn't sign you in";
    const body = html`<header class="top"><p class="brand">Kinbridge</p></header>
<main><h1>${title}</h1><p>${message}</p><p><a class="primary button" href="/login">Back to Sign-In</a></p></main>`;
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(visitorPage({ title, body, assets: { style, font, script: null } }));
  };
}
