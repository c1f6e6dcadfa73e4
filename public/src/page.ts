import { directionOf } from '@kinbridge/forms/form-pages';
import { type Html, html, trusted } from './html.ts';

/** A page's built script, style and font; missing if the web isn't built. */
export interface PageAssets {
  script: string | null;
  style: string;
  font: string | null;
}

interface PublicPage {
  language: string;
  title: string;
  /** For search engines; a page without one stays out of them. */
  description?: string;
  /** Without one, the page says so: a browser would ask for it otherwise. */
  icon?: string;
  /** HTML of the whole body. */
  body: Html;
  assets: PageAssets;
}

/** A page without the portal: readable before its small script has loaded. */
export function publicPage({ language, title, description, icon = 'data:,', body, assets }: PublicPage): string {
  const about =
    description === undefined
      ? html`<meta name="robots" content="noindex">`
      : html`<meta name="description" content="${description}">`;
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
${about}
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<link rel="icon" href="${icon}">
${assets.font ? html`<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>` : ''}
<style>${trusted(assets.style)}</style>
${assets.script ? html`<script type="module" src="${assets.script}"></script>` : ''}
</head>
<body class="page">
${body}
</body>
</html>
`.text;
}

/** A page of Kinbridge itself, where a form is a page of its organization. */
export function kinbridgePage({
  title,
  language = 'en',
  ...page
}: Omit<PublicPage, 'language' | 'icon'> & { language?: string }): string {
  return publicPage({ ...page, title: `${title} · Kinbridge`, language, icon: '/favicon.svg' });
}

export const brandHtml = html`<header class="top"><p class="brand">Kinbridge</p></header>`;

export interface Message {
  title: string;
  text: string;
  /** Where to go from here. */
  link?: { href: string; label: string };
}

/** Says one thing and leads on. */
export function messageHtml({ title, text, link }: Message): Html {
  const button = link && html`<p><a class="primary button" href="${link.href}">${link.label}</a></p>`;
  return html`<main><h1>${title}</h1><p>${text}</p>${button}</main>`;
}
