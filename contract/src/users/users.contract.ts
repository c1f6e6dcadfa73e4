import { z } from 'zod';
import { birthday } from '../shared/calendar-date.ts';
import type { CallGroup } from '../shared/call.ts';
import { email, id, idParam, optionalText, orBlank, requiredText, timestamp, zipCode } from '../shared/fields.ts';
import { phoneNumber } from '../shared/phone-number.ts';
import { proposedChange } from './proposed-changes.contract.ts';
import { userStatus, userType } from './user-status.schema.ts';

const tag = 'Users';

export const user = z
  .strictObject({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    dateOfBirth: z.string().nullable(),
    addressLine1: z.string().nullable(),
    addressLine2: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zipCode: z.string().nullable(),
    userType,
    status: userStatus,
    active: z.boolean(),
    organizationId: id.nullable(),
    organizationIds: z.array(id),
    sendPushNotifications: z.boolean(),
    sendSmsTexts: z.boolean(),
    participantId: z.string().nullable(),
    /** For a member, the organization that added them; for staff, their own. */
    addedByOrganizationId: id.nullable(),
    createTimestamp: timestamp,
    updateTimestamp: timestamp,
    /** A login's requested address that isn't verified yet. */
    pendingEmail: z.string().optional(),
    /** For one member read by id: why they get no SMS, if so. */
    smsBlockedReason: z.string().optional(),
    /**
     * For one person read by id: pending changes; all for the organization that added the member, otherwise one's own.
     */
    proposedChanges: z.array(proposedChange).optional(),
  })
  .meta({ id: 'User' });

export type User = z.infer<typeof user>;

export const participantId = z
  .string({ error: 'Participant ID number should be 11 digits' })
  .trim()
  .regex(/^\d{11}$/, 'Participant ID number should be 11 digits');

/** The profile edit form, specification §5. Missing fields stay unchanged. */
export const profileFields = {
  firstName: requiredText('First Name').optional(),
  lastName: requiredText('Last Name').optional(),
  email: orBlank(email),
  phoneNumber: orBlank(phoneNumber),
  dateOfBirth: orBlank(birthday),
  addressLine1: optionalText('Address'),
  addressLine2: optionalText('Address line 2'),
  city: optionalText('City', 100),
  state: optionalText('State', 60),
  zipCode: orBlank(zipCode),
  sendPushNotifications: z.boolean().optional(),
  sendSmsTexts: z.boolean().optional(),
  participantId: orBlank(participantId),
};

/** Read-only fields may be sent unchanged, since the old client sends the whole user. */
export const readOnlyUserFields = [
  'id',
  'userType',
  'status',
  'active',
  'organizationId',
  'organizationIds',
  'createTimestamp',
  'smsBlockedReason',
  'addedByOrganizationId',
  'proposedChanges',
] as const;

/** May be sent back unchanged; the server refuses other values. */
const sentBack = z.unknown().optional().meta({ readOnly: true });

export const userUpdate = z.strictObject({
  ...profileFields,
  currentPassword: z.string().max(200).optional(),
  updateTimestamp: timestamp.optional(),
  id: sentBack,
  userType: sentBack,
  status: sentBack,
  active: sentBack,
  organizationId: sentBack,
  organizationIds: sentBack,
  createTimestamp: sentBack,
  smsBlockedReason: sentBack,
  addedByOrganizationId: sentBack,
  proposedChanges: sentBack,
});

export type UserUpdate = z.input<typeof userUpdate>;

const params = z.strictObject({ id: idParam });

export const userCalls = {
  'GET /v1/users/{id}': {
    tag,
    summary: 'One person: yourself or, for active admins, an employee of your organization.',
    params,
    answers: { status: 200, body: user },
    errors: [400, 401, 403, 404],
  },
  'GET /v1/users/{id}/draft-key': {
    tag,
    summary: 'The key that encrypts your drafts in your browser. Only for yourself.',
    params,
    answers: { status: 200, body: z.strictObject({ key: z.base64() }) },
    errors: [400, 401, 404],
  },
  'PUT /v1/users/{id}': {
    tag,
    summary:
      "Changes the profile. A login's address is changed by its owner alone, with the password. Identity fields of a member that another organization added become proposed changes.",
    params,
    body: userUpdate,
    answers: { status: 200, body: user },
    errors: [400, 401, 403, 404, 409],
  },
} as const satisfies CallGroup;
