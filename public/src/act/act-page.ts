import { html } from '../html.ts';
import { brandHtml, kinbridgePage, type PageAssets } from '../page.ts';
import { actPageTexts, actTexts } from './act.texts.ts';

const texts = actPageTexts.en;

/** The page that an email's links open. It holds nothing about the request: its script asks for that. */
export function actPage(assets: PageAssets): string {
  const body = html`${brandHtml}
<main id="act" aria-live="polite" aria-busy="true">
<h1 tabindex="-1">${actTexts.en.loading}</h1>
<noscript><p class="notice">${texts.needsScript} <a href="/login">${texts.signInInstead}</a>.</p></noscript>
</main>`;
  return kinbridgePage({ title: texts.title, body, assets });
}
