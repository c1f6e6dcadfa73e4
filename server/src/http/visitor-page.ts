import { escapeHtml } from '@kinbridge/public/escape-html';
import type { FormAssets } from '@kinbridge/public/public-form-page';

export interface VisitorPage {
  title: string;
  /** For search engines; a page without one stays out of them. */
  description?: string;
  /** HTML of the whole body. */
  body: string;
  assets: FormAssets;
}

/** A page outside the portal: readable before its small script has loaded. */
export function visitorPage({ title, description, body, assets }: VisitorPage): string {
  const about =
    description === undefined
      ? '<meta name="robots" content="noindex">'
      : `<meta name="description" content="${escapeHtml(description)}">`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
${about}
<meta name="format-detection" content="telephone=no">
<title>${escapeHtml(title)} · Kinbridge</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${assets.font ? `<link rel="preload" href="${escapeHtml(assets.font)}" as="font" type="font/woff2" crossorigin>` : ''}
<style>${assets.style}</style>
${assets.script ? `<script type="module" src="${escapeHtml(assets.script)}"></script>` : ''}
</head>
<body>
${body}
</body>
</html>
`;
}
