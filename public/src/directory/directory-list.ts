import type { DirectoryPage, DirectoryService } from '@kinbridge/contract/directory/directory.contract';
import { defaultRadiusMiles } from '@kinbridge/contract/organizations/search-radius';
import { type ServiceType, serviceTypes } from '@kinbridge/contract/services/service-type';
import { contactLine } from '../contact.ts';
import { type Html, html, type Part } from '../html.ts';
import type { PageAssets } from '../page.ts';
import type { DirectoryTexts } from './directory.en.ts';
import { inLanguage, type PageLanguage } from './directory.texts.ts';
import { type DirectoryPlace, directoryPage, unconfirmedText } from './directory-page.ts';
import { type ZipMap, zipMap } from './zip-map.ts';

export interface DirectoryList {
  language: PageLanguage;
  /** The parameters as typed into the address, with blanks left out. */
  typed: Record<string, string>;
  /** What is wrong with them; those parts were left out of the search. */
  problems: Record<string, string>;
  result: DirectoryPage;
  /** The addresses of the pages before and after. */
  previous: string | null;
  next: string | null;
  places: DirectoryPlace[];
  languages: string[];
  map: ZipMap | null;
}

/** The directory: a form that works without scripts, a map and the list. */
export function directoryListPage(list: DirectoryList, assets: PageAssets): string {
  const { language } = list;
  const { texts } = language;
  const searched = summaryOf(list);
  const main = html`<main>
<h1>${texts.title}</h1>
<p id="searched">${searched && html`${searched} · <a href="#search">${texts.change}</a>`}</p>
${searchForm(list)}
<p id="announced" class="unseen" role="status"></p>
<div id="results">${resultsHtml(list)}</div>
<template id="offline"><p class="error" role="alert">${texts.searchOffline}</p><button type="button" class="quiet">${texts.tryAgain}</button></template>
</main>`;
  return directoryPage({ title: texts.title, main, language, assets });
}

const radii = [5, 10, 25, 50, 100];
const canTake = 'OPEN';

/** The search in one line, which stands for the form on a phone; null before a search, or if a field is wrong. */
function summaryOf(list: DirectoryList): string | null {
  const { typed, problems } = list;
  const { texts } = list.language;
  const { page: _page, size: _size, ...search } = typed;
  if (Object.keys(search).length === 0 || Object.keys(problems).length > 0) return null;
  const { q, zipCode, type, language, cost, openNow, availability } = search;
  const kind = type && texts.types[type as ServiceType];
  const parts = [
    q && kind,
    zipCode && radiusOf(list) !== defaultRadiusMiles && texts.within(radiusOf(list)),
    language && texts.languageName(language),
    cost && texts.costs[cost as keyof typeof texts.costs],
    openNow === 'true' && texts.openNow,
    availability === canTake && texts.canTake,
  ];
  return [texts.near(capitalized(q ?? kind ?? texts.back), zipCode), ...parts].filter((part) => part).join(' · ');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function searchForm(list: DirectoryList): Html {
  const { typed, problems, languages } = list;
  const { texts, chosen } = list.language;
  const radius = radiusOf(list);
  const miles = [...new Set([...radii, radius])].sort((a, b) => a - b);
  const types = serviceTypes.map((type) => [type, texts.types[type]] as const);
  const spoken = languages
    .map((tag) => [tag, texts.languageName(tag)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, texts.tag));
  const zipError = problems.zipCode ? html` aria-invalid="true" aria-describedby="zip-error"` : '';
  return html`<form id="search" method="get" action="/services" role="search">${chosen && html`<input type="hidden" name="lang" value="${texts.tag}">`}
<div class="field wide"><label class="label" for="q">${texts.need}</label>
<input class="input" id="q" name="q" type="search" maxlength="100" placeholder="${texts.needHint}" value="${typed.q ?? ''}"></div>
<div class="field"><label class="label" for="zipCode">${texts.where}</label>
<input class="input" id="zipCode" name="zipCode" inputmode="numeric" autocomplete="postal-code" maxlength="10" value="${typed.zipCode ?? ''}"${zipError}>
<p class="error" id="zip-error">${problems.zipCode && (texts.fieldProblems.zipCode ?? problems.zipCode)}</p></div>
${select(
  'radius',
  texts.radius,
  String(radius),
  miles.map((count) => [String(count), texts.miles(count)]),
)}
${select('type', texts.type, typed.type, [['', texts.anyType], ...types])}
${select('language', texts.language, typed.language, [['', texts.anyLanguage], ...spoken])}
${select('cost', texts.cost, typed.cost, [['', texts.anyCost], ...Object.entries(texts.costs)])}
<div class="field checks">${checkbox('openNow', 'true', texts.openNow, typed.openNow === 'true')}
${checkbox('availability', canTake, texts.canTake, typed.availability === canTake)}</div>
<div class="field submit"><button class="primary">${texts.search}</button></div>
</form>`;
}

/** An address may have another distance than the form offers. */
function radiusOf({ typed, problems }: DirectoryList): number {
  return problems.radius ? defaultRadiusMiles : Number(typed.radius ?? defaultRadiusMiles);
}

/** Who else helps where the directory doesn't. */
const helplinesHtml = (texts: DirectoryTexts) =>
  html`<p class="helplines">${texts.helpline(html`<a href="tel:211">211</a>`)} ${texts.emergency(html`<a href="tel:911">911</a>`)}</p>`;

function select(name: string, label: string, chosen: string | undefined, options: (readonly [string, string])[]): Html {
  const all = options.map(
    ([value, text]) => html`<option value="${value}"${value === (chosen ?? '') ? ' selected' : ''}>${text}</option>`,
  );
  return html`<div class="field"><label class="label" for="${name}">${label}</label><select class="input" id="${name}" name="${name}">${all}</select></div>`;
}

function checkbox(name: string, value: string, label: string, checked: boolean): Html {
  return html`<label class="choice"><input type="checkbox" name="${name}" value="${value}"${checked ? ' checked' : ''}><span>${label}</span></label>`;
}

function resultsHtml(list: DirectoryList): Html {
  const { typed, result, places, map, language } = list;
  const { texts } = language;
  if (result.totalElements === 0) {
    return html`<section class="empty"><h2 tabindex="-1">${texts.emptyTitle}</h2><p>${texts.empty}</p><p><a href="${inLanguage('/services', language)}">${texts.clear}</a></p>${helplinesHtml(texts)}</section>`;
  }
  const byId = new Map(places.map((place) => [place.id, place]));
  const items = result.content.map((service) => itemHtml(service, byId.get(service.id), typed.zipCode, language));
  const count = result.beyond ? texts.beyond(radiusOf(list)) : texts.found(result.totalElements);
  return html`<h2 tabindex="-1" class="count">${count}</h2>
${result.beyond && helplinesHtml(texts)}
<div class="columns"><ol class="services">${items}</ol>${map && zipMap(map, texts)}</div>
${pagesHtml(list)}`;
}

function itemHtml(
  service: DirectoryService,
  place: DirectoryPlace | undefined,
  zipCode: string | undefined,
  language: PageLanguage,
): Html {
  const { texts } = language;
  const { id, name, organization, availability, distanceMiles, description, cost, languages, waitDays } = service;
  const where = [organization.name, distanceMiles === null ? null : texts.distance(distanceMiles)];
  const more = [
    place?.openNow ? texts.openNow : null,
    waitDays === null ? null : texts.wait(waitDays),
    cost && texts.costs[cost],
    languages?.map(texts.languageName).join(', '),
    unconfirmedText(service, texts),
  ];
  const address = inLanguage(`/services/${id}${zipCode ? `?zipCode=${encodeURIComponent(zipCode)}` : ''}`, language);
  return html`<li id="service-${id}" data-zip="${place?.zipCode ?? ''}">
<h3><a href="${address}">${name}</a></h3>
<p>${line(where)}</p>
<p><span class="availability" data-availability="${availability}">${texts.availability[availability]}</span> ${line(more)}</p>
${contactLine(service.contact)}
${description && html`<p class="hint">${shortened(description)}</p>`}</li>`;
}

function line(parts: (string | null | undefined)[]): string {
  return parts.filter((part) => part).join(' · ');
}

function shortened(text: string): string {
  return text.length > 160 ? `${text.slice(0, 157).trimEnd()}…` : text;
}

function pagesHtml({ result, previous, next, language }: DirectoryList): Part {
  const { texts } = language;
  if (result.totalPages <= 1) return null;
  const to = (address: string | null, label: string, rel: string) =>
    address && html`<a class="quiet button" rel="${rel}" href="${inLanguage(address, language)}">${label}</a>`;
  return html`<nav class="pages" aria-label="${texts.pages}">${to(previous, texts.previous, 'prev')}<span>${texts.pageOf(result.number + 1, result.totalPages)}</span>${to(next, texts.next, 'next')}</nav>`;
}
