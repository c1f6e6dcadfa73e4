import type { FormAssets } from '@kinbridge/public/form/public-form-page';
import { type Html, html } from '@kinbridge/public/html';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendErrorPage } from './add-page.ts';
import { readPageAssets } from './page-assets.ts';
import { visitorPage } from './visitor-page.ts';

/** A browser that opened the address; scripts ask for JSON. */
export function wantsPage({ routeOptions, headers }: FastifyRequest): boolean {
  const { accept = '' } = headers;
  return routeOptions.config.page === true && accept.includes('text/html') && !accept.includes('application/json');
}

/** Tells a person in the browser why they weren't signed in. */
export async function readErrorPage(webFolder: string) {
  const assets = await readPageAssets(webFolder, 'visitors.json', 'visitors/act.ts');
  const title = "We couldn't sign you in";
  const link = html`<p><a class="primary button" href="/login">Back to Sign-In</a></p>`;
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendErrorPage(error, request, reply, (text) => messagePage({ title, text, link }, assets));
}

export function messagePage(message: { title: string; text: string; link?: Html }, assets: FormAssets): string {
  const { title, text, link } = message;
  const body = html`<header class="top"><p class="brand">Kinbridge</p></header>
<main><h1>${title}</h1><p>${text}</p>${link}</main>`;
  return visitorPage({ title, body, assets: { ...assets, script: null } });
}
