import { costLabels } from '@kinbridge/contract/services/availability';
import { hoursLines } from '@kinbridge/contract/services/open-hours';
import { unconfirmedSince } from '@kinbridge/contract/services/service-match';
import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { languageName } from '@kinbridge/contract/shared/language-names';
import { formatPhoneNumber } from '@kinbridge/contract/shared/phone-number';
import { escapeHtml } from '@kinbridge/public/escape-html';
import type { DirectoryPlace } from './directory.queries.ts';
import { directoryTexts as texts } from './directory.texts.ts';
import { helpFormHtml, type TypedHelp } from './help-form.ts';

/** One service: its facts, and the form to ask for help. */
export function directoryServiceHtml(service: Service, place: DirectoryPlace, typed: TypedHelp): string {
  const { name, organization, availability, availabilityNote, waitDays, description } = service;
  const state = [
    availabilityNote,
    waitDays === null ? null : texts.wait(waitDays),
    place.openNow ? texts.openNow : null,
    unconfirmedText(service),
  ].filter((part) => part);
  return `${topHtml}
<main>
<p><a href="/services">${texts.back}</a></p>
<h1 tabindex="-1">${escapeHtml(name)}</h1>
<p>${escapeHtml(organization.name)} · ${serviceTypeLabels[service.type]}</p>
<p><span class="availability" data-availability="${availability}">${texts.availability[availability]}</span> ${state.map((part) => escapeHtml(part ?? '')).join(' · ')}</p>
${description ? `<p class="text">${escapeHtml(description)}</p>` : ''}
<dl>${facts(service, place)
    .map(([term, value]) => `<div><dt>${term}</dt><dd>${value}</dd></div>`)
    .join('')}</dl>
<section id="ask" aria-labelledby="ask-title"><h2 id="ask-title" tabindex="-1">${texts.ask}</h2>
${askHtml(service, typed)}
</section>
</main>`;
}

function askHtml(service: Service, typed: TypedHelp): string {
  const { name } = service.organization;
  if (typed.sent !== null) {
    return `<p class="notice"><strong>${texts.sentTitle}.</strong> ${escapeHtml(texts.sent(name, typed.sent))}</p>`;
  }
  if (service.availability === 'PAUSED') return `<p class="notice">${escapeHtml(texts.paused(name))}</p>`;
  return helpFormHtml(service, typed);
}

export const topHtml = `<header class="top"><p class="brand"><a href="/services">Kinbridge</a></p><a href="/login">Staff sign-in</a></header>`;

/** Tells people that a listing may be out of date. */
export function unconfirmedText(service: Service): string | null {
  const since = unconfirmedSince(service, new Date());
  return since && texts.unconfirmed(since);
}

/** A page that only says something and leads back to the list. */
export function messageHtml(title: string, text: string): string {
  return `${topHtml}
<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><p><a class="primary button" href="/services">${texts.back}</a></p></main>`;
}

/** Terms with their values as HTML; those nobody filled in are left out. */
function facts(service: Service, place: DirectoryPlace): [string, string][] {
  const { eligibility, languages, cost, documents, hours, phoneNumber, website, responseHours } = service;
  const rows: [string, string | null][] = [
    [texts.who, eligibility && escapeHtml(eligibility)],
    [texts.ages, agesText(service)],
    [texts.cost, cost && costLabels[cost]],
    [texts.language, languages?.length ? escapeHtml(languages.map(languageName).join(', ')) : null],
    [
      texts.bring,
      documents?.length ? `<ul>${documents.map((one) => `<li>${escapeHtml(one)}</li>`).join('')}</ul>` : null,
    ],
    [texts.hours, hours?.length ? hoursLines(hours).map(escapeHtml).join('<br>') : null],
    [texts.place, placeText(service, place)],
    [
      texts.phone,
      phoneNumber && `<a href="tel:${escapeHtml(phoneNumber)}">${escapeHtml(formatPhoneNumber(phoneNumber))}</a>`,
    ],
    [texts.website, website && `<a href="${escapeHtml(website)}" rel="noopener nofollow">${escapeHtml(website)}</a>`],
    [texts.response, texts.responds(responseHours)],
  ];
  return rows.flatMap(([term, value]) => (value ? [[term, value] as [string, string]] : []));
}

function agesText({ ageMin, ageMax }: Service): string | null {
  if (ageMin === null && ageMax === null) return null;
  if (ageMax === null) return `${ageMin} and older`;
  return ageMin === null ? `Up to ${ageMax}` : `${ageMin} to ${ageMax}`;
}

function placeText({ addressLine1, addressLine2, state }: Service, { city, zipCode }: DirectoryPlace): string | null {
  const lines = [addressLine1, addressLine2, [city, state, zipCode].filter((part) => part).join(' ')];
  return (
    lines
      .filter((line) => line)
      .map((line) => escapeHtml(line ?? ''))
      .join('<br>') || null
  );
}
