import { isOpenAt } from '@kinbridge/contract/services/open-hours';
import {
  compareMatches,
  type FitProblem,
  fitProblems,
  type PersonInNeed,
  type ServiceMatch,
} from '@kinbridge/contract/services/service-match';
import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { languageName } from '@kinbridge/contract/shared/language-names';
import { unconfirmedText } from '../../../ui/unconfirmed-text.ts';
import type { ServiceOffer } from './service-choices.api.ts';

/** An offer, with whether it fits the member and is open now. */
export interface OfferMatch extends ServiceMatch {
  service: Service;
  /** Why it may not fit the member. */
  problems: readonly FitProblem[];
  own: boolean;
  /** Null if it doesn't say its hours. */
  open: boolean | null;
  /** Says since when nobody has confirmed the listing. */
  unconfirmed: string | null;
}

export interface OfferMatches {
  ranked: OfferMatch[];
  /** Up to three of them for another try; null for a first one, and until they are known. */
  best: OfferMatch[] | null;
}

type Distances = Record<string, number | null>;

interface Ranking {
  person: PersonInNeed;
  /** From the center of the search, by ZIP code; missing until loaded. */
  distances: Distances | undefined;
  /** From the member's ZIP code; undefined where that is the center. */
  memberDistances: Distances | undefined;
  now: Date;
}

/** In the directory's order. */
export function rankOffers(offers: ServiceOffer[], ranking: Ranking): OfferMatch[] {
  const { person, distances, memberDistances, now } = ranking;
  const matches = offers.map(({ service, own, miles: listed, zipCode, timeZone }) => {
    const zip = zipCode?.slice(0, 5) ?? '';
    const miles = distances ? (distances[zip] ?? null) : listed;
    const fromMember = memberDistances ? (memberDistances[zip] ?? null) : miles;
    return {
      service,
      own,
      miles,
      problems: fitProblems(service, person, fromMember, now),
      open: isOpenAt(service.hours, timeZone, now),
      unconfirmed: unconfirmedText(service, now.getTime()),
    };
  });
  return matches.sort(compareMatches);
}

export interface OfferFilters {
  text: string;
  type: string | null;
  language: string | null;
  canTakePeople: boolean;
  openNow: boolean;
}

export const noFilters: OfferFilters = { text: '', type: null, language: null, canTakePeople: false, openNow: false };

export function filterMatches(matches: OfferMatch[], filters: OfferFilters): OfferMatch[] {
  const { type, language } = filters;
  const words = filters.text.toLowerCase().split(/\s+/);
  return matches.filter(
    ({ service, open }) =>
      (!type || service.type === type) &&
      (!language || service.languages?.includes(language)) &&
      (!filters.canTakePeople || service.availability === 'OPEN') &&
      (!filters.openNow || open === true) &&
      contains(service, words),
  );
}

function contains(service: Service, words: string[]): boolean {
  const searched = [
    service.name,
    service.organization.name,
    service.description ?? '',
    serviceTypeLabels[service.type],
  ];
  const haystack = searched.join(' ').toLowerCase();
  return words.every((word) => haystack.includes(word));
}

interface Option {
  value: string;
  label: string;
}

export function typesOf(offers: ServiceOffer[]): Option[] {
  const types = [...new Set(offers.map(({ service }) => service.type))];
  return byLabel(types.map((value) => ({ value, label: serviceTypeLabels[value] })));
}

export function languagesOf(offers: ServiceOffer[]): Option[] {
  const tags = [...new Set(offers.flatMap(({ service }) => service.languages ?? []))];
  return byLabel(tags.map((value) => ({ value, label: languageName(value) })));
}

function byLabel(options: Option[]): Option[] {
  return options.sort((a, b) => a.label.localeCompare(b.label));
}
