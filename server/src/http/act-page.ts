import { html } from '@kinbridge/public/html';
import type { FastifyInstance } from 'fastify';
import type { AddressLimit } from '../access/address-limit.ts';
import { addPage } from './add-page.ts';
import { messagePage } from './error-page.ts';
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
  const page = visitorPage({ title: 'Answer from your email', body, assets });
  addPage(server, {
    path: '/act/:token',
    limit,
    render: async () => ({ html: page }),
    renderError: (text) => messagePage({ title: "That didn't work", text }, assets),
  });
}
