import { unconfirmedSince } from '@kinbridge/contract/services/service-match';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { type Html, html } from '../html.ts';
import { kinbridgePage, messageHtml, type PageAssets } from '../page.ts';
import type { DirectoryTexts } from './directory.en.ts';
import { inLanguage, type PageLanguage } from './directory.texts.ts';

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
  language: PageLanguage;
  assets: PageAssets;
}

export function directoryPage({ title, description, main, language, assets }: DirectoryPage): string {
  const { texts } = language;
  const body = withTop(main, language);
  return kinbridgePage({ language: texts.tag, title, description: description ?? texts.description, body, assets });
}

export function unlistedServicePage(language: PageLanguage, assets: PageAssets): string {
  return messagePage(language.texts.unknownTitle, language.texts.unknown, language, assets);
}

export function directoryErrorPage(text: string, language: PageLanguage, assets: PageAssets): string {
  return messagePage(language.texts.busyTitle, language.texts.refused ?? text, language, assets);
}

function messagePage(title: string, text: string, language: PageLanguage, assets: PageAssets): string {
  const link = { href: inLanguage('/services', language), label: language.texts.back };
  const body = withTop(messageHtml({ title, text, link }), language);
  return kinbridgePage({ language: language.texts.tag, title, body, assets });
}

function withTop(main: Html, language: PageLanguage): Html {
  const others = language.others.map(
    ({ tag, name, address }) => html`<a href="${address}" lang="${tag}" hreflang="${tag}">${name}</a>`,
  );
  return html`<header class="top"><p class="brand"><a href="${inLanguage('/services', language)}">Kinbridge</a></p><nav id="links">${others}<a href="/login">${language.texts.staffSignIn}</a></nav></header>
${main}`;
}

/** Tells people that a listing may be out of date. */
export function unconfirmedText(service: Service, texts: DirectoryTexts): string | null {
  const since = unconfirmedSince(service, new Date());
  return since && texts.unconfirmed(since);
}
