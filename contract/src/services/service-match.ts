import { counted } from '../shared/counted.ts';
import { baseLanguage, languageName } from '../shared/language-names.ts';
import { type Availability, availabilities, confirmDays } from './availability.ts';
import type { Service } from './services.contract.ts';

/** What is known of the person who needs a service. Blank or null is unknown, and unknown never counts against. */
export interface PersonInNeed {
  dateOfBirth?: string | null;
  zipCode?: string | null;
  /** A BCP 47 tag. */
  language?: string | null;
}

export type FitField = 'age' | 'area' | 'language';

/** Why a service may not fit a person. A warning, never a block. */
export interface FitProblem {
  field: FitField;
  sentence: string;
}

type FitRules = Pick<Service, 'ageMin' | 'ageMax' | 'serviceArea' | 'languages'>;

/** `miles` is from the person's ZIP code to the service's place; null if unknown. */
export function fitProblems(service: FitRules, person: PersonInNeed, miles: number | null, today: Date): FitProblem[] {
  const problems = [
    { field: 'age' as const, sentence: ageProblem(service, person, today) },
    { field: 'area' as const, sentence: areaProblem(service, person, miles) },
    { field: 'language' as const, sentence: languageProblem(service, person) },
  ];
  return problems.flatMap(({ field, sentence }) => (sentence === null ? [] : [{ field, sentence }]));
}

function ageProblem(service: FitRules, { dateOfBirth }: PersonInNeed, today: Date): string | null {
  const ages = agesText(service);
  if (ages === null || !dateOfBirth) return null;
  const age = ageOn(dateOfBirth, today);
  const fits = age >= (service.ageMin ?? 0) && age <= (service.ageMax ?? Number.POSITIVE_INFINITY);
  return fits ? null : `For ${ages}. This person is ${age}.`;
}

/** 'ages 18 to 25', 'ages 60 and over' or 'ages 17 and under'; null if everyone is welcome. */
export function agesText({ ageMin, ageMax }: Pick<Service, 'ageMin' | 'ageMax'>): string | null {
  if (ageMin !== null && ageMax !== null) return ageMin === ageMax ? `age ${ageMin}` : `ages ${ageMin} to ${ageMax}`;
  if (ageMin !== null) return `ages ${ageMin} and over`;
  return ageMax === null ? null : `ages ${ageMax} and under`;
}

/** Whole years on a day, as people count them. */
export function ageOn(dateOfBirth: string, today: Date): number {
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number);
  const hadBirthday = today.getMonth() + 1 > month || (today.getMonth() + 1 === month && today.getDate() >= day);
  return today.getFullYear() - year - (hadBirthday ? 0 : 1);
}

function areaProblem({ serviceArea }: FitRules, { zipCode }: PersonInNeed, miles: number | null): string | null {
  if (!serviceArea || !zipCode) return null;
  const zip = zipCode.slice(0, 5);
  if ('zipCodes' in serviceArea) {
    const serves = serviceArea.zipCodes.some((served) => served.slice(0, 5) === zip);
    return serves ? null : `Doesn't serve ZIP code ${zip}.`;
  }
  const { radiusMiles } = serviceArea;
  if (miles === null || miles <= radiusMiles) return null;
  return `Serves people within ${counted(radiusMiles, 'mile')}. This person lives ${counted(miles, 'mile')} away.`;
}

function languageProblem({ languages }: FitRules, { language }: PersonInNeed): string | null {
  if (!languages || languages.length === 0 || !language) return null;
  return languages.some((spoken) => baseLanguage(spoken) === baseLanguage(language))
    ? null
    : `Doesn't list ${languageName(language)}.`;
}

export interface ServiceMatch {
  service: Pick<Service, 'id' | 'name' | 'availability'>;
  /** Null if unknown: sorted after every known distance. */
  miles: number | null;
}

/** As in the directory: availability, then distance, then name. */
export function compareMatches(a: ServiceMatch, b: ServiceMatch): number {
  return (
    rank(a.service.availability) - rank(b.service.availability) ||
    compareMiles(a.miles, b.miles) ||
    a.service.name.localeCompare(b.service.name, 'en-US') ||
    a.service.id - b.service.id
  );
}

function rank(availability: Availability): number {
  return availabilities.indexOf(availability);
}

function compareMiles(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a - b;
}

/** Since when nobody has confirmed a listing; null while it counts as confirmed. */
export function unconfirmedSince(
  { confirmedTimestamp }: Pick<Service, 'confirmedTimestamp'>,
  now: Date,
): string | null {
  const age = now.getTime() - Date.parse(confirmedTimestamp);
  return age > confirmDays * 86_400_000 ? confirmedTimestamp : null;
}
