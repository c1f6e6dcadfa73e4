import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { count, id, namedRef, optionalLines, requiredText, timestamp } from '../shared/fields.ts';
import { availabilities, costs, weekdays } from './availability.ts';
import { availabilityUpdate, serviceDetails } from './service-details.ts';
import { serviceType } from './service-type.schema.ts';

/** A service as entered at registration and in the account. */
export const serviceInput = z.strictObject({
  name: requiredText('Service name', 120),
  type: serviceType,
  description: optionalLines('Description', 1000),
});

export type ServiceInput = z.input<typeof serviceInput>;

/** Closing at or before opening means past midnight. */
export const openHours = z.strictObject({ day: z.enum(weekdays), opens: z.string(), closes: z.string() });
export type OpenHours = z.infer<typeof openHours>;

/** Where the people live that a service is for; null means anywhere. */
export const serviceArea = z.union([
  z.strictObject({ zipCodes: z.array(z.string()) }),
  z.strictObject({ radiusMiles: z.number() }),
]);

/** How to reach a service. The address is all of the service's own, or else all of its organization's. */
export const contact = z.strictObject({
  phoneNumber: z.string().nullable(),
  website: z.string().nullable(),
  addressLine1: z.string().nullable(),
  addressLine2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
});

export const service = z
  .strictObject({
    id,
    name: z.string(),
    type: serviceType,
    description: z.string().nullable(),
    eligibility: z.string().nullable(),
    ageMin: z.int().nullable(),
    ageMax: z.int().nullable(),
    languages: z.array(z.string()).nullable(),
    cost: z.enum(costs).nullable(),
    documents: z.array(z.string()).nullable(),
    hours: z.array(openHours).nullable(),
    phoneNumber: z.string().nullable(),
    website: z.string().nullable(),
    addressLine1: z.string().nullable(),
    addressLine2: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zipCode: z.string().nullable(),
    contact,
    serviceArea: serviceArea.nullable(),
    responseHours: z.int(),
    stallDays: z.int(),
    availability: z.enum(availabilities),
    availabilityNote: z.string().nullable(),
    waitDays: z.int().nullable(),
    availabilityTimestamp: timestamp.nullable(),
    confirmedTimestamp: timestamp,
    listedPublicly: z.boolean(),
    organizationId: id,
    organization: namedRef,
  })
  .meta({ id: 'Service' });

export type Service = z.infer<typeof service>;

/** Fields as they were when the edit began. If someone else has changed one of the edited fields since, it is stale. */
const knownFields = service
  .omit({
    id: true,
    contact: true,
    availability: true,
    availabilityNote: true,
    waitDays: true,
    availabilityTimestamp: true,
    confirmedTimestamp: true,
    organizationId: true,
    organization: true,
  })
  .partial();

export const newService = z.strictObject({ ...serviceInput.shape, organizationId: id });
export const serviceUpdate = z.strictObject({ id, ...newService.shape, before: knownFields.optional() });
export const detailsUpdate = serviceDetails.safeExtend({ before: knownFields.optional() });

export const serviceCalls = defineCalls('Services', {
  'POST /v1/services': {
    summary: 'Adds a service to your organization.',
    body: newService,
    creates: true,
    answers: service,
  },
  'POST /v1/services/updateServices': {
    summary: 'Changes services of your organization, all or none, and returns them.',
    body: z
      .array(serviceUpdate)
      .min(1, 'Please name at least one service.')
      .max(500, 'At most 500 services can be changed at once.')
      .refine((list) => new Set(list.map((entry) => entry.id)).size === list.length, 'Each service can be named once.'),
    answers: z.array(service),
    errors: [404, 409],
  },
  'PUT /v1/services/{id}': {
    summary: 'Changes the details of a service, which also confirms it. A field left out stays; null empties it.',
    body: detailsUpdate,
    answers: service,
    errors: [409],
  },
  'PUT /v1/services/{id}/availability': {
    summary: 'Says whether a service can take people. A note or wait left out is cleared.',
    body: availabilityUpdate,
    answers: service,
  },
  'POST /v1/services/{id}/confirm': { summary: 'Says that the listing of a service is still right.', answers: service },
  'GET /v1/services/{id}/open-requests': {
    summary: 'The number of open requests for a service of your organization.',
    answers: z.strictObject({ count }),
  },
  'POST /v1/services/deleteService/{id}': { summary: 'Deletes a service. Existing requests keep it.' },
});
