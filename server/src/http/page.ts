import { type Html, html } from '@kinbridge/public/html';

/** A server-rendered page for developers and operators: no scripts, inline styles. */
export function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Kinbridge</title>
<link rel="icon" href="/favicon.svg">
<style>
:root { --ink: #221f1b; --soft: #67625a; --line: #dcd8d0; --sheet: #fff; --canvas: #f4f2ee; --link: #0f635d; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e1db; --soft: #a6a198; --line: #35332f; --sheet: #1e1d1b; --canvas: #161513; --link: #7fc3ba; }
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--canvas); margin: 0 auto; max-width: 960px; padding: 24px 16px 64px; }
h1 { font-size: 22px; } h2 { font-size: 17px; margin-top: 32px; } h3 { font-size: 15px; margin: 0; }
a { color: var(--link); } small, .soft { color: var(--soft); }
article, details { background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: 12px 16px; margin: 10px 0; }
summary { cursor: pointer; overflow-wrap: anywhere; } code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 8px 0 0; }
input, textarea, button { font: inherit; padding: 6px 10px; border: 1px solid #958f85; border-radius: 8px; background: var(--sheet); color: inherit; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: 4px 12px 4px 0; vertical-align: top; border-bottom: 1px solid var(--line); }
.method { font-weight: 700; display: inline-block; min-width: 3.5em; }
</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.text;
}
