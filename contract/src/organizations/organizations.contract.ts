import { z } from 'zod';
import { service, serviceInput } from '../services/services.contract.ts';
import { defineCalls } from '../shared/call.ts';
import { email, id, optionalLines, optionalText, orBlank, requiredText, zipCode } from '../shared/fields.ts';
import { exactLine } from '../shared/one-line.ts';
import { requiredPhoneNumber } from '../shared/phone-number.ts';
import { website } from '../shared/website.ts';
import { idleMinutes } from '../sign-in-rules/sign-in-rules.contract.ts';
import { organizationApprovals } from './organization-approval.ts';
import { organizationType } from './organization-type.schema.ts';
import { proposedProfile } from './proposed-profile.contract.ts';

const profileFields = {
  name: requiredText('Company Name', 160),
  organizationType,
  email: orBlank(email),
  phoneNumber: requiredPhoneNumber,
  addressLine1: optionalText('Address'),
  addressLine2: optionalText('State', 60),
  city: optionalText('City', 100),
  zipCode: orBlank(zipCode),
  website: orBlank(website),
  description: optionalLines('Description', 2000),
};

/** The organization form of registration and of the account, specification §5. */
export const organizationProfile = z.strictObject(profileFields);

export const organizationRegistration = z.strictObject({
  ...profileFields,
  serviceDTOList: z.array(serviceInput).max(100, 'An organization can register at most 100 services.').default([]),
});

const publicFields = {
  id,
  name: z.string(),
  organizationType,
  city: z.string().nullable(),
  zipCode: z.string().nullable(),
  imageFilename: z.string().nullable(),
};

const allFields = {
  ...publicFields,
  email: z.string().nullable(),
  phoneNumber: z.string(),
  addressLine1: z.string().nullable(),
  addressLine2: z.string().nullable(),
  website: z.string().nullable(),
  description: z.string().nullable(),
};

const approval = z.enum(organizationApprovals);

/** Visible only to its own staff. */
const ownFields = {
  ...allFields,
  approval,
  /** Why it was refused or suspended. */
  approvalReason: z.string().nullable(),
  /** After how many minutes unused sessions end. The sign-in rules change it. */
  idleMinutes,
  /** The changes that wait for an operator. */
  proposedProfile: proposedProfile.nullable(),
};

export const organization = z.strictObject(ownFields).meta({ id: 'Organization' });
export type Organization = z.infer<typeof organization>;

/**
 * The old client sends the whole organization back; read-only fields are ignored. `before` is the organization as shown
 * in the form, so nobody overwrites a colleague's change.
 */
export const organizationUpdate = z.strictObject({
  ...profileFields,
  id: id.optional(),
  /** The proposed logo's name keeps the proposed logo, since a PUT without it is without a proposed logo. */
  imageFilename: z.string().nullable().optional(),
  approval: approval.optional(),
  approvalReason: z.string().nullable().optional(),
  idleMinutes: idleMinutes.optional(),
  proposedProfile: proposedProfile.nullable().optional(),
  serviceDTOList: z.array(z.unknown()).optional(),
  before: z.strictObject(ownFields).partial().optional(),
});

/** A partner as the public sees it, or as signed-in staff see it in a list. */
export const listedOrganization = z.union([
  z.strictObject({
    ...allFields,
    services: z.array(service),
    /** An IANA name: the zone of the services' hours. */
    timeZone: z.string(),
    distanceMiles: z.number().nullable().optional(),
  }),
  z.strictObject(publicFields),
]);
export type ListedOrganization = z.infer<typeof listedOrganization>;

/** Logos: at most 2 MB; the server re-encodes them. */
export const logoMaxBytes = 2 * 1024 * 1024;
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'];

export const radiusInMiles = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,20})?$/, 'Must be a number of miles.')
  .transform(Number)
  .meta({ type: 'number', minimum: 0, maximum: 9_999, pattern: undefined });

export const organizationCalls = defineCalls('Organizations', {
  'GET /v1/organizations': {
    summary: 'The approved partners, by name, or by distance from a ZIP code.',
    query: z.strictObject({ zipCode: zipCode.optional(), radius: radiusInMiles.optional() }),
    answers: z.array(listedOrganization),
  },
  'POST /v1/organizations': {
    summary: 'Registers a partner with its services. The token lets its first admin sign up within the hour.',
    multipart: {
      json: { organization: organizationRegistration },
      file: { name: 'file', required: false, maxBytes: logoMaxBytes },
    },
    creates: true,
    answers: z.strictObject({ id, registrationToken: z.string(), approval }),
  },
  'GET /v1/organizations/{id}': { summary: "The caller's own organization.", answers: organization },
  'PUT /v1/organizations/{id}': {
    summary:
      'Changes the profile and, when a file is sent, the logo, unless it is no longer as `before` says. Services are not changed by it. If operators approve organizations, changes of name, logo, website and address of an approved one wait for an operator: they are the new `proposedProfile`, in place of an earlier one.',
    multipart: {
      json: { organization: organizationUpdate },
      file: { name: 'file', required: false, maxBytes: logoMaxBytes },
    },
    answers: organization,
    errors: [409],
  },
  'GET /v1/organizations/{id}/image': {
    summary: 'The logo.',
    // A part of the address that changes with the logo, so that browsers don't show the old one.
    query: z.strictObject({ v: exactLine().optional() }),
    contentType: 'image/webp',
    errors: [410],
  },
  'GET /v1/organizations/{id}/services': {
    summary: "The services of the caller's own organization.",
    answers: z.array(service),
  },
  'POST /v1/zip-codes/distances': {
    summary: 'Miles from a ZIP code to others, by their first five digits. Null if one of the two is unknown.',
    body: z.strictObject({ from: zipCode, to: z.array(zipCode).max(1000, 'Must be at most 1000 ZIP codes.') }),
    searches: true,
    answers: z.record(z.string(), z.number().nonnegative().nullable()),
  },
});
