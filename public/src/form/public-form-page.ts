import type { DisplayedForm } from '@kinbridge/contract/forms/forms.contract';
import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { showsNumbers, showsProgressBar } from '@kinbridge/forms/form-display';
import { formLanguages, publicFormLanguages } from '@kinbridge/forms/form-languages';
import { formPages, languageName, pickLanguage } from '@kinbridge/forms/form-pages';
import { askedPages, isPlainPage } from '@kinbridge/forms/plain-form';
import { type Html, html, type Part, trusted } from '../html.ts';
import { type PageAssets, publicPage } from '../page.ts';
import { introOf, plainPageHtml } from './plain-page.ts';
import { type PublicFormTexts, publicFormTexts } from './public-form.texts.ts';

/** Where a form is answered: on one's own phone, on a shared one, or only in its preview. */
export type FormPlace = 'own' | 'shared' | 'preview';

/** A form's first page, usable before any script has loaded. */
export function formPage(form: DisplayedForm, asked: string[], place: FormPlace, assets: PageAssets): string {
  const definition = form.data as SurveyDefinition;
  const languages = formLanguages(definition);
  const language = pickLanguage(asked, languages);
  const texts = publicFormTexts(language);
  const pages = askedPages(formPages(definition), () => undefined);
  const first = pages[0];
  const intro = introOf(form.title, definition, language);
  const title = intro?.title ?? '';
  const number = showsNumbers(definition) ? 1 : null;
  const body =
    first && isPlainPage(first)
      ? plainPageHtml({ page: first, intro, number, answers: new Map(), language, texts, autofill: false })
      : html`<h1 tabindex="-1">${title || texts.aboutYou}</h1><p class="hint" role="status">${texts.loading}</p>`;
  const { name } = form.organization;
  const where = `${title ? `${title} · ` : ''}${texts.step(1, Math.max(pages.length, 1))}`;
  const content = html`<header class="top">
<div class="bar">${logo(form.organization)}<p class="organization">${name}</p>${switchHtml(languages, language, texts)}</div>
<div class="progress" id="progress"${!showsProgressBar(definition) && ' hidden'}><div style="width:${100 / Math.max(pages.length, 1)}%"></div></div>
<div class="where"><p id="where">${where}</p><p id="saved" role="status"></p></div>
</header>
<main id="main"><noscript><p class="notice">${texts.needsScript}</p></noscript>
<form id="page" method="dialog" novalidate autocomplete="off">${body}</form>
<div id="survey-page" class="survey-page" hidden></div><section id="screen" class="screen" hidden></section></main>
<footer id="footer"><p id="notice" class="notice" role="status" hidden></p><div class="actions"><button type="button" class="back quiet" id="back" aria-label="${texts.back}" hidden>${arrow}</button>
<button type="submit" form="page" class="next" id="next"><span>${texts.next}</span>${arrow}</button></div>
<p class="privacy">${lock}<span id="privacy">${texts.privacy(name)}</span></p></footer>
<template id="survey">${trusted(JSON.stringify(form).replaceAll('&', '&amp;').replaceAll('<', '&lt;'))}</template>`;
  const attributes = html`id="form" class="questions" data-language="${language}" data-place="${place}"`;
  return publicPage({
    language,
    title: title ? `${title} · ${name}` : name,
    body: html`<div ${attributes}>${content}</div>`,
    assets,
  });
}

/** The page for a broken or closed link, one that isn't open yet, or one that can't be answered now. */
export function noFormPage(
  reason: 'closed' | 'unknown' | 'not open' | 'failed',
  organization: string,
  asked: string[],
  assets: PageAssets,
): string {
  const language = pickLanguage(asked, publicFormLanguages);
  const texts = publicFormTexts(language);
  const { title, text } = {
    closed: { title: texts.closedTitle, text: texts.closedText(organization) },
    unknown: { title: texts.unknownTitle, text: texts.unknownText },
    'not open': { title: texts.notOpenTitle, text: texts.notOpenText },
    failed: { title: texts.failedTitle, text: texts.notOpenText },
  }[reason];
  const content = html`<main class="screen"><h1>${title}</h1><p>${text}</p></main>`;
  return publicPage({
    language,
    title,
    body: html`<div id="form" class="questions">${content}</div>`,
    assets: { ...assets, script: null },
  });
}

function logo({ id, name, imageFilename }: DisplayedForm['organization']): Html {
  if (imageFilename)
    return html`<img class="logo" src="/v1/organizations/${id}/image?v=${encodeURIComponent(imageFilename)}" alt="" width="40" height="40">`;
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
  return html`<span class="logo" aria-hidden="true">${initials}</span>`;
}

/** The language switch, in each language's own name; empty with one language. */
function switchHtml(languages: string[], chosen: string, texts: PublicFormTexts): Part {
  if (languages.length < 2) return null;
  const options = languages.map(
    (one) =>
      html`<option value="${one}" lang="${one}"${one === chosen ? ' selected' : ''}>${languageName(one)}</option>`,
  );
  return html`<span class="language">${globe}<select id="language" aria-label="${texts.language}" autocomplete="off">${options}</select>${chevron}</span>`;
}

/** Drawn like the portal's icons: 24 by 24 outlines. */
function icon(paths: Html): Html {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true">${paths}</svg>`;
}
const arrow = icon(html`<path d="M5 12h14M13 6l6 6-6 6"/>`);
const chevron = icon(html`<path d="M6 9l6 6 6-6"/>`);
const globe = icon(
  html`<circle cx="12" cy="12" r="9"/><path d="M3.6 9h16.8M3.6 15h16.8M12 3a14 14 0 0 1 0 18a14 14 0 0 1 0-18"/>`,
);
const lock = icon(html`<rect x="5" y="11" width="14" height="10" rx="2"/><path d="M8 11V7a4 4 0 0 1 8 0v4"/>`);
