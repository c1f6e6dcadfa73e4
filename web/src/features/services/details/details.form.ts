import { type Cost, costLabels, type Weekday } from '@kinbridge/contract/services/availability';
import { hoursLines } from '@kinbridge/contract/services/open-hours';
import { type ServiceDetailsInput, serviceDetails } from '@kinbridge/contract/services/service-details';
import { type ServiceType, serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import type { detailsUpdate, Service } from '@kinbridge/contract/services/services.contract';
import { languageName } from '@kinbridge/contract/shared/language-names';
import type { z } from 'zod';
import { changedFields, type EditedValue, rebaseEdit } from '../../../ui/form/edited-record.ts';
import { errorsFromSchema } from '../../../ui/form/form-errors-from-schema.ts';
import { areaLabels, detailsLabels } from './details.texts.ts';

type TextField =
  | 'name'
  | 'description'
  | 'eligibility'
  | 'phoneNumber'
  | 'website'
  | 'addressLine1'
  | 'addressLine2'
  | 'city'
  | 'state'
  | 'zipCode';

export type DetailsValues = Record<TextField, string> & {
  type: string | null;
  ageMin: number | string;
  ageMax: number | string;
  languages: string[];
  cost: string | null;
  /** One per line. */
  documents: string;
  hours: { day: Weekday; opens: string; closes: string }[];
  area: 'anywhere' | 'zipCodes' | 'radius';
  /** With spaces or commas between them. */
  zipCodes: string;
  radiusMiles: number | string;
  responseHours: number | string;
  stallDays: number | string;
  listedPublicly: boolean;
};

const textFields = [
  'name',
  'description',
  'eligibility',
  'phoneNumber',
  'website',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zipCode',
] as const;

export function toValues(service: Service): DetailsValues {
  const { serviceArea: area } = service;
  const texts = Object.fromEntries(textFields.map((field) => [field, service[field] ?? ''])) as Record<
    TextField,
    string
  >;
  return {
    ...texts,
    type: service.type,
    ageMin: service.ageMin ?? '',
    ageMax: service.ageMax ?? '',
    languages: service.languages ?? [],
    cost: service.cost,
    documents: (service.documents ?? []).join('\n'),
    hours: service.hours ?? [],
    area: area === null ? 'anywhere' : 'zipCodes' in area ? 'zipCodes' : 'radius',
    zipCodes: area && 'zipCodes' in area ? area.zipCodes.join(', ') : '',
    radiusMiles: area && 'radiusMiles' in area ? area.radiusMiles : '',
    responseHours: service.responseHours,
    stallDays: service.stallDays,
    listedPublicly: service.listedPublicly,
  };
}

export function toDetails(values: DetailsValues): ServiceDetailsInput {
  const texts = Object.fromEntries(textFields.map((field) => [field, values[field].trim()])) as Record<
    TextField,
    string
  >;
  return {
    ...texts,
    type: values.type as ServiceType,
    ageMin: orNull(values.ageMin),
    ageMax: orNull(values.ageMax),
    languages: emptyAsNull(values.languages),
    cost: values.cost as Cost | null,
    documents: emptyAsNull(split(values.documents, /\n/)),
    hours: emptyAsNull(values.hours),
    serviceArea: toArea(values),
    responseHours: orNull(values.responseHours),
    stallDays: orNull(values.stallDays),
    listedPublicly: values.listedPublicly,
  };
}

function toArea({ area, zipCodes, radiusMiles }: DetailsValues): ServiceDetailsInput['serviceArea'] {
  if (area === 'anywhere') return null;
  return area === 'zipCodes'
    ? { zipCodes: split(zipCodes, /[\s,;]+/) }
    : { radiusMiles: radiusMiles === '' ? 0 : Number(radiusMiles) };
}

function orNull(value: number | string): number | null {
  return value === '' ? null : Number(value);
}

function emptyAsNull<T>(list: T[]): T[] | null {
  return list.length > 0 ? list : null;
}

function split(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Only what differs is sent, so that nobody's other change is undone. */
export function changedDetails(values: DetailsValues, before: Service): ServiceDetailsInput {
  const saved = toDetails(toValues(before));
  const entries = Object.entries(toDetails(values)) as [keyof ServiceDetailsInput, unknown][];
  return Object.fromEntries(
    entries.filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(saved[field])),
  ) as ServiceDetailsInput;
}

/** The request body. With what was known of the changed fields, the server notices if someone else saved first. */
export function toUpdate(values: DetailsValues, known: Service): z.input<typeof detailsUpdate> {
  const changes = changedDetails(values, known);
  const fields = Object.keys(changes) as (keyof ServiceDetailsInput)[];
  return { ...changes, before: Object.fromEntries(fields.map((field) => [field, known[field]])) };
}

type Field = keyof DetailsValues & keyof typeof detailsLabels;

/** The fields of the form that differ from the saved service. */
export function typedIn(values: DetailsValues, known: Service): Partial<DetailsValues> {
  return changedFields(Object.keys(values) as Field[], values, toValues(known));
}

/** Merges newer saved values into the form, except where the person typed something else. */
export function rebase(values: DetailsValues, known: Service, fresh: Service) {
  const labels = Object.fromEntries(Object.entries(detailsLabels).filter(([field]) => field in values));
  return rebaseEdit<DetailsValues, Field>(labels as Record<Field, string>, {
    values,
    before: toValues(known),
    fresh: toValues(fresh),
  });
}

/** The words for values that the form doesn't show as stored. */
export function sayDetail(field: Field, value: EditedValue): string | undefined {
  if (field === 'type') return serviceTypeLabels[value as ServiceType];
  if (field === 'cost') return value === null ? undefined : costLabels[value as Cost];
  if (field === 'area') return areaLabels[value as DetailsValues['area']];
  if (field === 'languages') return (value as string[]).map(languageName).join(', ');
  return field === 'hours' ? hoursLines(value as DetailsValues['hours']).join('; ') : undefined;
}

export function detailsErrors(values: DetailsValues): Record<string, string> {
  return toFormErrors(errorsFromSchema(serviceDetails, toDetails(values)));
}

/** The paths of the contract or the server as fields of this form. */
export function toFormErrors(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([path, sentence]) => [fieldOf(path), sentence]));
}

function fieldOf(path: string): string {
  if (path.startsWith('serviceArea')) return path.includes('radius') ? 'radiusMiles' : 'zipCodes';
  return path.startsWith('hours.') ? path : (path.split('.')[0] ?? path);
}
