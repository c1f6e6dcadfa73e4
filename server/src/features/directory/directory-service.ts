import { costLabels } from '@kinbridge/contract/services/availability';
import { hoursLines } from '@kinbridge/contract/services/open-hours';
import { unconfirmedSince } from '@kinbridge/contract/services/service-match';
import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { languageName } from '@kinbridge/contract/shared/language-names';
import { formatPhoneNumber } from '@kinbridge/contract/shared/phone-number';
import { type Html, html, joined, type Part } from '@kinbridge/public/html';
import type { DirectoryPlace } from './directory.queries.ts';
import { directoryTexts as texts } from './directory.texts.ts';
import { helpFormHtml, type TypedHelp } from './help-form.ts';

/** One service: its facts, and the form to ask for help. */
export function directoryServiceHtml(service: Service, place: DirectoryPlace, typed: TypedHelp): Html {
  const { name, organization, availability, availabilityNote, waitDays, description } = service;
  const state = [
    availabilityNote,
    waitDays === null ? null : texts.wait(waitDays),
    place.openNow ? texts.openNow : null,
    unconfirmedText(service),
  ].filter((part) => part);
  return html`${topHtml}
<main>
<p><a href="/services">${texts.back}</a></p>
<h1 tabindex="-1">${name}</h1>
<p>${organization.name} · ${serviceTypeLabels[service.type]}</p>
<p><span class="availability" data-availability="${availability}">${texts.availability[availability]}</span> ${joined(state, ' · ')}</p>
${description && html`<p class="text">${description}</p>`}
<dl>${facts(service, place).map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
<section id="ask" aria-labelledby="ask-title"><h2 id="ask-title" tabindex="-1">${texts.ask}</h2>
${askHtml(service, typed)}
</section>
</main>`;
}

function askHtml(service: Service, typed: TypedHelp): Html {
  const { name } = service.organization;
  if (typed.sent !== null) {
    return html`<p class="notice"><strong>${texts.sentTitle}.</strong> ${texts.sent(name, typed.sent)}</p>`;
  }
  if (service.availability === 'PAUSED') return html`<p class="notice">${texts.paused(name)}</p>`;
  return helpFormHtml(service, typed);
}

export const topHtml = html`<header class="top"><p class="brand"><a href="/services">Kinbridge</a></p><a href="/login">Staff sign-in</a></header>`;

/** Tells people that a listing may be out of date. */
export function unconfirmedText(service: Service): string | null {
  const since = unconfirmedSince(service, new Date());
  return since && texts.unconfirmed(since);
}

/** A page that only says something and leads back to the list. */
export function messageHtml(title: string, text: string): Html {
  return html`${topHtml}
<main><h1>${title}</h1><p>${text}</p><p><a class="primary button" href="/services">${texts.back}</a></p></main>`;
}

/** Terms with their values; those nobody filled in are left out. */
function facts(service: Service, place: DirectoryPlace): [string, Part][] {
  const { eligibility, languages, cost, documents, hours, phoneNumber, website, responseHours } = service;
  const rows: [string, Part][] = [
    [texts.who, eligibility],
    [texts.ages, agesText(service)],
    [texts.cost, cost && costLabels[cost]],
    [texts.language, languages?.length ? languages.map(languageName).join(', ') : null],
    [texts.bring, documents?.length ? html`<ul>${documents.map((one) => html`<li>${one}</li>`)}</ul>` : null],
    [texts.hours, hours?.length ? joined(hoursLines(hours), html`<br>`) : null],
    [texts.place, placeText(service, place)],
    [texts.phone, phoneNumber && html`<a href="tel:${phoneNumber}">${formatPhoneNumber(phoneNumber)}</a>`],
    [texts.website, website && html`<a href="${website}" rel="noopener nofollow">${website}</a>`],
    [texts.response, texts.responds(responseHours)],
  ];
  return rows.filter(([, value]) => value);
}

function agesText({ ageMin, ageMax }: Service): string | null {
  if (ageMin === null && ageMax === null) return null;
  if (ageMax === null) return `${ageMin} and older`;
  return ageMin === null ? `Up to ${ageMax}` : `${ageMin} to ${ageMax}`;
}

function placeText({ addressLine1, addressLine2, state }: Service, { city, zipCode }: DirectoryPlace): Part {
  const lines = [addressLine1, addressLine2, [city, state, zipCode].filter((part) => part).join(' ')];
  const filled = lines.filter((line) => line);
  return filled.length > 0 && joined(filled, html`<br>`);
}
