import { costLabels } from '@kinbridge/contract/services/availability';
import { counted } from '@kinbridge/contract/shared/counted';
import { languageName } from '@kinbridge/contract/shared/language-names';
import type { OfferMatch } from './service-matches.ts';

export const pickerTexts = {
  services: 'Services',
  within: (organizations: number, miles: number | null, zipCode: string | null) =>
    miles === null
      ? counted(organizations, 'organization')
      : `${counted(organizations, 'organization')} within ${miles} miles of ${zipCode}`,
  notApproved: "Your organization isn't approved yet, so only its own services are shown.",
  noServices: 'No services to choose from yet.',
  noMatch: 'No service matches your search.',
  nothingSelected: 'Nothing selected yet',
  bestMatches: 'Best matches',
  noBestMatches: 'No other service of this type is nearby. Clear the type to see all services.',
  otherServices: 'Other services',
  search: 'Search services or organizations',
  type: 'Service type',
  allTypes: 'All types',
  language: 'Language',
  anyLanguage: 'Any language',
  canTakePeople: 'Taking people',
  distance: 'Distance',
  miles: (radius: number | null) => (radius === null ? 'All distances' : `Within ${radius} miles`),
  center: 'Distance from',
  centerOf: { organization: 'From your organization', member: 'From the member' },
  centerUnknown: 'Zip code unknown',
  noZip: {
    ownOnly: 'Your organization has no zip code yet, so only its own services are shown.',
    member: "Your organization has no zip code yet, so distances are from the member's.",
    all: 'Your organization has no zip code yet, so distances are unknown.',
  },
  addZip: 'Add the zip code',
  adminAddsZip: 'An admin can add it to the business profile.',
  openNow: 'Open now',
  closedNow: 'Closed now',
  own: 'Your organization',
  details: 'Details',
  detailsOf: (name: string) => `Details of ${name}`,
  closeDetails: 'Close details',
  more: (count: number) => `Show ${count} more`,
  paused: "Paused. It can't take requests.",
  wait: (days: number) => (days === 0 ? 'No wait' : `Wait: about ${counted(days, 'day')}`),
  similar: 'Similar requests in the last 30 days',
  sendAnyway: 'Send anyway?',
  full: (names: string[]) =>
    names.length === 1
      ? `${names[0]} is full right now.`
      : `${new Intl.ListFormat('en-US').format(names)} are full right now.`,
  send: 'Send Anyway',
  goBack: 'Go Back',
};

const shownLanguages = 3;

/** 'English, Spanish, Arabic +2' */
export function languagesText(languages: string[]): string {
  const names = languages.slice(0, shownLanguages).map(languageName).join(', ');
  return languages.length > shownLanguages ? `${names} +${languages.length - shownLanguages}` : names;
}

/** What tells services apart, after the name: organization, distance, wait, cost, languages, open or closed. */
export function offerFacts({ service, own, miles, open }: OfferMatch): string[] {
  const facts = [
    own ? `${service.organization.name} (${pickerTexts.own.toLowerCase()})` : service.organization.name,
    miles !== null && `${miles} mi`,
    service.waitDays !== null && pickerTexts.wait(service.waitDays),
    service.cost && costLabels[service.cost],
    service.languages && service.languages.length > 0 && languagesText(service.languages),
    open !== null && (open ? pickerTexts.openNow : pickerTexts.closedNow),
  ];
  return facts.filter((fact) => typeof fact === 'string');
}
