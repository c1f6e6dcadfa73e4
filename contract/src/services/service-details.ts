import { z } from 'zod';
import { optionalLines, optionalText, orBlank, requiredText, zipCode } from '../shared/fields.ts';
import { languageTag } from '../shared/language-tag.ts';
import { phoneNumber } from '../shared/phone-number.ts';
import { website } from '../shared/website.ts';
import { availabilities, costs, weekdays } from './availability.ts';
import { findOverlap } from './open-hours.ts';
import { serviceType } from './service-type.schema.ts';

function wholeNumber(label: string, min: number, max: number) {
  const message = `${label} must be a whole number from ${min} to ${max}.`;
  return z.int(message).min(min, message).max(max, message).nullable().optional();
}

const timeMessage = 'Must be a time from 00:00 to 23:59.';
const clockTime = z.string({ error: timeMessage }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, timeMessage);

const hours = z
  .array(z.strictObject({ day: z.enum(weekdays, { error: 'Choose a day.' }), opens: clockTime, closes: clockTime }))
  .max(100, 'A service can have at most 100 opening times.')
  .superRefine((entries, context) => {
    const index = findOverlap(entries);
    if (index === -1) return;
    context.addIssue({ code: 'custom', path: [index, 'opens'], message: 'These hours overlap with others.' });
  });

const areaMessage = 'Must be a list of ZIP codes, a number of miles, or empty.';
const milesMessage = 'Radius must be a number of miles from 1 to 5000.';
const area = z.union(
  [
    z.strictObject({
      zipCodes: z
        .array(zipCode)
        .min(1, 'Please name at least one ZIP code.')
        .max(1000, 'A service can list at most 1000 ZIP codes.'),
    }),
    z.strictObject({ radiusMiles: z.number(milesMessage).min(1, milesMessage).max(5000, milesMessage) }),
  ],
  { error: areaMessage },
);

export const agesMessage = 'Minimum age must be at most the maximum age.';

/** What an admin says about a service. A field left out stays as it is; null empties it. */
export const serviceDetails = z
  .strictObject({
    name: requiredText('Service name', 120).optional(),
    type: serviceType.optional(),
    description: optionalLines('Description', 1000),
    listedPublicly: z.boolean({ error: 'Must be true or false.' }).optional(),
    eligibility: optionalLines('Eligibility', 1000),
    ageMin: wholeNumber('Minimum age', 0, 120),
    ageMax: wholeNumber('Maximum age', 0, 120),
    languages: z
      .array(languageTag)
      .max(20, 'A service can list at most 20 languages.')
      .transform((tags) => [...new Set(tags)])
      .nullable()
      .optional(),
    cost: z.enum(costs, { error: 'Must be FREE, SLIDING, PAID or empty.' }).nullable().optional(),
    documents: z
      .array(requiredText('What to bring', 120))
      .max(20, 'A service can list at most 20 things to bring.')
      .nullable()
      .optional(),
    hours: hours.nullable().optional(),
    phoneNumber: orBlank(phoneNumber),
    website: orBlank(website),
    addressLine1: optionalText('Address'),
    addressLine2: optionalText('Address line 2', 60),
    city: optionalText('City', 100),
    state: optionalText('State', 60),
    zipCode: orBlank(zipCode),
    serviceArea: area.nullable().optional(),
    /** Null means the default. */
    responseHours: wholeNumber('Response time', 1, 720),
    /** Null means the default. */
    stallDays: wholeNumber('Days without progress', 1, 90),
  })
  .refine(({ ageMin, ageMax }) => agesInOrder(ageMin ?? null, ageMax ?? null), {
    path: ['ageMin'],
    error: agesMessage,
  });

export type ServiceDetailsInput = z.input<typeof serviceDetails>;
export type ServiceDetails = z.output<typeof serviceDetails>;

export function agesInOrder(ageMin: number | null, ageMax: number | null): boolean {
  return ageMin === null || ageMax === null || ageMin <= ageMax;
}

/** Whether a service can take people. A note or wait left out is cleared. */
export const availabilityUpdate = z.strictObject({
  availability: z.enum(availabilities, { error: 'Must be OPEN, WAITLIST, FULL or PAUSED.' }),
  availabilityNote: optionalLines('Note', 140),
  waitDays: wholeNumber('Wait', 0, 730),
});

export type AvailabilityInput = z.input<typeof availabilityUpdate>;
export type AvailabilityUpdate = z.output<typeof availabilityUpdate>;
