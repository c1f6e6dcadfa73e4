import { z } from 'zod';
import { isOptionalMemberField, memberFieldNames, type OptionalMemberField } from '../member-fields/member-fields.ts';
import { memberRules } from '../member-fields/member-rules.ts';
import { defineCalls } from '../shared/call.ts';
import { id, timestamp } from '../shared/fields.ts';
import { phoneNumber } from '../shared/phone-number.ts';
import { proposedChange } from './proposed-changes.contract.ts';
import { userStatus, userType } from './user-status.schema.ts';

const nullableText = z.string().nullable();
const optionalFields = Object.fromEntries(
  memberFieldNames.filter(isOptionalMemberField).map((field) => [field, nullableText]),
) as Record<OptionalMemberField, typeof nullableText>;

export const user = z
  .strictObject({
    id,
    firstName: z.string(),
    lastName: z.string(),
    ...optionalFields,
    userType,
    status: userStatus,
    active: z.boolean(),
    organizationId: id.nullable(),
    organizationIds: z.array(id),
    sendPushNotifications: z.boolean(),
    sendSmsTexts: z.boolean(),
    /** An email when the other side declines, completes or comments on a request that this person sent. */
    mailSentRequests: z.boolean(),
    /** An email when the other side comments on a request that this person is assigned. */
    mailAssignedRequests: z.boolean(),
    /** An email every morning that has something to say. */
    dailyDigest: z.boolean(),
    /** For a member, the organization that added them; for staff, their own. */
    addedByOrganizationId: id.nullable(),
    createTimestamp: timestamp,
    updateTimestamp: timestamp,
    /** Whether they have an authenticator app or a passkey; for the person, and active admins of the organization. */
    secondFactor: z.boolean().optional(),
    /** Whether they are linked to the organization's sign-in service; for the same people. */
    singleSignOn: z.boolean().optional(),
    /**
     * The address, if its mail server refused our last email to it; for the person, who also sees it of a requested
     * address, and active admins of the organization.
     */
    refusedEmail: z.string().optional(),
    /** A login's requested address that isn't verified yet. */
    pendingEmail: z.string().optional(),
    /** For one member read by id: why they get no SMS, or null. For staff, present only if their number opted out. */
    smsBlockedReason: z.string().nullable().optional(),
    /**
     * For one person read by id: pending changes; all for the organization that added the member, otherwise one's own.
     */
    proposedChanges: z.array(proposedChange).optional(),
  })
  .meta({ id: 'User' });

export type User = z.infer<typeof user>;

const { firstName, lastName, participantId, ...otherRules } = memberRules(phoneNumber);

/** The profile edit form, specification §5. Missing fields stay unchanged. */
export const profileFields = {
  firstName: firstName.optional(),
  lastName: lastName.optional(),
  ...otherRules,
  sendPushNotifications: z.boolean().optional(),
  sendSmsTexts: z.boolean().optional(),
  mailSentRequests: z.boolean().optional(),
  mailAssignedRequests: z.boolean().optional(),
  dailyDigest: z.boolean().optional(),
  participantId,
};

/** Each person chooses these alone. */
export const ownEmailChoices = ['mailSentRequests', 'mailAssignedRequests', 'dailyDigest'] as const;

/** May be sent back unchanged, since the old client sends the whole user; the server refuses other values. */
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
  'secondFactor',
  'singleSignOn',
  'refusedEmail',
  'pendingEmail',
] as const;

const unchanged = z.unknown().optional().meta({ readOnly: true });
const sentBack = Object.fromEntries(readOnlyUserFields.map((field) => [field, unchanged])) as Record<
  (typeof readOnlyUserFields)[number],
  typeof unchanged
>;

export const userUpdate = z.strictObject({
  ...profileFields,
  currentPassword: z.string().max(200).optional(),
  updateTimestamp: timestamp.optional(),
  ...sentBack,
});

export type UserUpdate = z.input<typeof userUpdate>;

export const userCalls = defineCalls('Users', {
  'GET /v1/users/{id}': {
    summary: 'One person: yourself or, for active admins, an employee of your organization.',
    answers: user,
  },
  'GET /v1/users/{id}/draft-key': {
    summary: 'The key that encrypts your drafts in your browser. Only for yourself.',
    answers: z.strictObject({ key: z.base64() }),
  },
  'PUT /v1/users/{id}': {
    summary:
      "Changes the profile. A login's address is changed by its owner alone, with the password; so are mailSentRequests, mailAssignedRequests and dailyDigest, without it. Identity fields of a member that another organization added become proposed changes.",
    body: userUpdate,
    answers: user,
    errors: [409],
  },
});
