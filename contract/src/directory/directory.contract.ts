import { z } from 'zod';
import { radiusInMiles } from '../organizations/organizations.contract.ts';
import { availabilities, costs } from '../services/availability.ts';
import { serviceTypes } from '../services/service-type.ts';
import { service } from '../services/services.contract.ts';
import { defineCalls } from '../shared/call.ts';
import { id, requiredText, zipCode } from '../shared/fields.ts';
import { oneLine } from '../shared/one-line.ts';
import { pageOf, paging } from '../shared/paging.ts';
import { ownPhoneNumber } from '../shared/phone-number.ts';

/** One availability or several, with commas between them. */
const availability = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(availabilities)))
  .meta({ type: 'string', pattern: `^(${availabilities.join('|')})(,(${availabilities.join('|')}))*$` });

export const directoryQuery = z.strictObject({
  q: oneLine().max(100, 'A search can have at most 100 characters.').optional(),
  type: z.enum(serviceTypes).optional(),
  zipCode: zipCode.optional(),
  radius: radiusInMiles.optional(),
  language: oneLine()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Must be a language tag, such as en or zh-Hans.')
    .optional(),
  cost: z.enum(costs).optional(),
  openNow: z.enum(['true', 'false']).optional(),
  availability: availability.optional(),
  ...paging,
});

export const directoryService = service
  .extend({ distanceMiles: z.number().nonnegative().nullable() })
  .meta({ id: 'DirectoryService' });
export type DirectoryService = z.infer<typeof directoryService>;

/** `beyond`: nothing was found within the radius, so these are the nearest beyond it. */
export const directoryPage = pageOf(directoryService).extend({ beyond: z.boolean() });
export type DirectoryPage = z.infer<typeof directoryPage>;

const wordsMissing = 'Say what you need help with.';

/** What a person who asks for help tells about themselves. */
export const helpRequest = z.strictObject({
  firstName: requiredText('First Name'),
  lastName: requiredText('Last Name'),
  phoneNumber: ownPhoneNumber,
  smsConsent: z.boolean({ error: 'Say whether we may text you.' }),
  zipCode: requiredText('ZIP code', 10).pipe(zipCode).meta({ pattern: '^\\d{5}(-\\d{4})?$' }),
  description: z.string({ error: wordsMissing }).trim().min(1, wordsMissing).max(1000, 'Use at most 1,000 characters.'),
});

export const directoryCalls = defineCalls('Directory', {
  'GET /v1/directory/services': {
    summary:
      'The public directory: services of approved organizations, those that can take people first, then by distance from a ZIP code, then by name. `q` knows everyday words for needs, in English and Spanish. Where nothing is within the radius, the nearest services beyond it.',
    query: directoryQuery,
    answers: directoryPage,
  },
  'GET /v1/directory/services/{id}': { summary: 'One service of the public directory.', answers: service },
  'POST /v1/directory/services/{id}/requests': {
    summary: 'Asks for help from a service, for yourself. Staff call; nobody is texted before they act.',
    body: helpRequest,
    creates: true,
    answers: z.strictObject({ id }),
    errors: [415],
  },
});
