import type { Service } from '@kinbridge/contract/services/services.contract';
import { contactRows } from '../contact.ts';
import { type Html, html, joined, type Part } from '../html.ts';
import type { PageAssets } from '../page.ts';
import type { DirectoryTexts } from './directory.en.ts';
import { inLanguage, type PageLanguage } from './directory.texts.ts';
import { type DirectoryPlace, directoryPage, unconfirmedText } from './directory-page.ts';
import { helpFormHtml, type TypedHelp } from './help-form.ts';

export interface ListedService {
  service: Service;
  place: DirectoryPlace;
  /** The median time to respond, in hours; null if it isn't measured. */
  usualHours: number | null;
}

/** One service: its facts, and the form to ask for help. */
export function directoryServicePage(
  listed: ListedService,
  typed: TypedHelp,
  language: PageLanguage,
  assets: PageAssets,
): string {
  const { texts } = language;
  const { service, place } = listed;
  const { name, organization, availability, availabilityNote, waitDays, description } = service;
  const state = [
    availabilityNote,
    waitDays === null ? null : texts.wait(waitDays),
    place.openNow ? texts.openNow : null,
    unconfirmedText(service, texts),
  ].filter((part) => part);
  const main = html`<main>
<p><a href="${inLanguage('/services', language)}">${texts.back}</a></p>
<h1 tabindex="-1">${name}</h1>
<p>${organization.name} · ${texts.types[service.type]}</p>
<p><span class="availability" data-availability="${availability}">${texts.availability[availability]}</span> ${joined(state, ' · ')}</p>
${description && html`<p class="text">${description}</p>`}
<dl>${facts(listed, texts).map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
<section id="ask" aria-labelledby="ask-title"><h2 id="ask-title" tabindex="-1">${texts.ask}</h2>
${askHtml(service, typed, language)}
</section>
</main>`;
  return directoryPage({ title: `${name}, ${organization.name}`, description, main, language, assets });
}

function askHtml(service: Service, typed: TypedHelp, language: PageLanguage): Html {
  const { texts } = language;
  const { name } = service.organization;
  if (typed.sent !== null) {
    return html`<p class="notice"><strong>${texts.sentTitle}.</strong> ${texts.sent(name, typed.sent)} ${texts.whatNext[service.availability]}</p>`;
  }
  const { availability } = service;
  if (availability === 'PAUSED') return html`<p class="notice">${texts.paused(name)}</p>`;
  return helpFormHtml({ ...service, availability }, typed, language);
}

/** Terms with their values; those nobody filled in are left out. */
function facts(listed: ListedService, texts: DirectoryTexts): [string, Part][] {
  const { service } = listed;
  const { eligibility, languages, cost, documents, hours } = service;
  const rows: [string, Part][] = [
    ...contactRows(service.contact, texts),
    [texts.who, eligibility],
    [texts.ages, agesText(service, texts)],
    [texts.cost, cost && texts.costs[cost]],
    [texts.language, languages?.length ? languages.map(texts.languageName).join(', ') : null],
    [texts.bring, documents?.length ? html`<ul>${documents.map((one) => html`<li>${one}</li>`)}</ul>` : null],
    [texts.hours, hours?.length ? joined(texts.hoursLines(hours), html`<br>`) : null],
    [texts.response, responseText(listed, texts)],
  ];
  return rows.filter(([, value]) => value);
}

/** What people can expect: the measured time before the promised one. A paused service responds to nobody. */
function responseText({ service, usualHours }: ListedService, texts: DirectoryTexts): string | null {
  if (service.availability === 'PAUSED') return null;
  return usualHours === null ? texts.promises(service.responseHours) : texts.responds(wholeDays(usualHours));
}

/** Longer times in whole days, rounded up. */
function wholeDays(hours: number): number {
  return hours <= 24 ? hours : Math.ceil(hours / 24) * 24;
}

function agesText({ ageMin, ageMax }: Service, texts: DirectoryTexts): string | null {
  if (ageMin !== null && ageMax !== null) return texts.agesBetween(ageMin, ageMax);
  if (ageMin !== null) return texts.agesFrom(ageMin);
  return ageMax === null ? null : texts.agesUpTo(ageMax);
}
