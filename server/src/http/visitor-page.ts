import type { FormAssets } from '@kinbridge/public/form/public-form-page';
import { type Html, html, trusted } from '@kinbridge/public/html';

export interface VisitorPage {
  title: string;
  /** For search engines; a page without one stays out of them. */
  description?: string;
  /** HTML of the whole body. */
  body: Html;
  assets: FormAssets;
}

/** A page outside the portal: readable before its small script has loaded. */
export function visitorPage({ title, description, body, assets }: VisitorPage): string {
  const about =
    description === undefined
      ? html`<meta name="robots" content="noindex">`
      : html`<meta name="description" content="${description}">`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
${about}
<meta name="format-detection" content="telephone=no">
<title>${title} · Kinbridge</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${assets.font ? html`<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>` : ''}
<style>${trusted(assets.style)}</style>
${assets.script ? html`<script type="module" src="${assets.script}"></script>` : ''}
</head>
<body>
${body}
</body>
</html>
`.text;
}
