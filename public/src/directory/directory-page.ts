import { unconfirmedSince } from '@kinbridge/contract/services/service-match';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { type Html, html } from '../html.ts';
import { kinbridgePage, messageHtml, type PageAssets } from '../page.ts';
import { directoryTexts } from './directory.texts.ts';

const texts = directoryTexts.en;

/** What the pages show of a service besides the service itself. */
export interface DirectoryPlace {
  id: number;
  zipCode: string | null;
  city: string | null;
  openNow: boolean;
  latitude: number | null;
  longitude: number | null;
}

interface DirectoryPage {
  title: string;
  /** For search engines, which otherwise get the directory's. */
  description?: string | null;
  main: Html;
  assets: PageAssets;
}

export function directoryPage({ title, description, main, assets }: DirectoryPage): string {
  return kinbridgePage({ title, description: description ?? texts.description, body: withTop(main), assets });
}

export function unlistedServicePage(assets: PageAssets): string {
  return messagePage(texts.unknownTitle, texts.unknown, assets);
}

export function directoryErrorPage(text: string, assets: PageAssets): string {
  return messagePage(texts.busyTitle, text, assets);
}

function messagePage(title: string, text: string, assets: PageAssets): string {
  const main = messageHtml({ title, text, link: { href: '/services', label: texts.back } });
  return kinbridgePage({ title, body: withTop(main), assets });
}

function withTop(main: Html): Html {
  return html`<header class="top"><p class="brand"><a href="/services">Kinbridge</a></p><a href="/login">${texts.staffSignIn}</a></header>
${main}`;
}

/** Tells people that a listing may be out of date. */
export function unconfirmedText(service: Service): string | null {
  const since = unconfirmedSince(service, new Date());
  return since && texts.unconfirmed(since);
}
