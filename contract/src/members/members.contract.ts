import { z } from 'zod';
import { memberPhoneNumber, memberRules, newMember } from '../member-fields/member-rules.ts';
import { serviceType } from '../services/service-type.schema.ts';
import { isCalendarDate } from '../shared/calendar-date.ts';
import { defineCalls } from '../shared/call.ts';
import { id, optionalText } from '../shared/fields.ts';
import { exactLine, oneLine } from '../shared/one-line.ts';
import { pageOf, paging, pagingInJson, sortBy } from '../shared/paging.ts';
import { userStatus, userStatusList } from '../users/user-status.schema.ts';
import { user } from '../users/users.contract.ts';
import { memberSortFields } from './member-sort-fields.ts';

/** Specification §5: the birthdate filter must be empty or after 1900-01-01. A timestamp counts as its day. */
const birthDateFilter = oneLine()
  .max(40, 'Must be a date after 01-01-1900.')
  .refine(
    (text) =>
      text === '' ||
      (isCalendarDate(text.slice(0, 10)) &&
        text.slice(0, 10) > '1900-01-01' &&
        (text.length === 10 || !Number.isNaN(Date.parse(text)))),
    'Must be a date after 01-01-1900.',
  )
  .transform((text) => text.slice(0, 10))
  .meta({ type: 'string', format: 'date', maxLength: undefined, example: '1990-03-04' });

export const memberQuery = z.strictObject({
  entityId: exactLine().optional(),
  entityType: z.enum(['ORGANIZATION']).optional(),
  role: z.enum(['PATIENT']).optional(),
  ...paging,
  sort: sortBy(memberSortFields).optional(),
  status: userStatus.optional(),
  name: oneLine().max(100, 'A search can have at most 100 characters.').optional(),
  birthDate: birthDateFilter.optional(),
  serviceType: serviceType.optional(),
  serviceName: oneLine().max(120).optional(),
});

/** A record that may be the typed person, in the 409 `possible_match` of a call. */
export const memberCandidate = z
  .strictObject({
    id,
    firstName: z.string(),
    lastName: z.string(),
    dateOfBirth: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    participantId: z.string().nullable(),
  })
  .meta({ id: 'MemberCandidate' });
export type MemberCandidate = z.infer<typeof memberCandidate>;
export const maxCandidates = 5;

/** A person added manually on Member Management. */
export const addedMember = z.strictObject({
  ...memberRules(memberPhoneNumber),
  /** The member that this is, after `possible_match`. */
  patientId: id.nullable().optional(),
  /** Makes a record of its own, whoever matches. */
  newPerson: z.boolean().optional(),
});
export type AddedMember = z.input<typeof addedMember>;

/** A person's details as typed so far. */
export const typedMember = newMember.extend({
  firstName: optionalText('First Name', 100),
  lastName: optionalText('Last Name', 100),
});
export type TypedMember = z.input<typeof typedMember>;

const similarMember = z.strictObject({
  member: user,
  /** Why it may be the same person, such as 'same phone and last name'. */
  reasons: z.array(z.string()),
});
export type SimilarMember = z.infer<typeof similarMember>;

export const memberCalls = defineCalls('Members', {
  'GET /v1/organizations/{id}/members': {
    summary: 'The members that the organization sees, a page at a time.',
    query: memberQuery,
    answers: pageOf(user),
  },
  'POST /v1/organizations/{id}/members/search': {
    summary: 'The same page, with the parameters in the body.',
    body: memberQuery.extend({
      ...pagingInJson,
      entityId: z
        .union([exactLine(), id.transform(String)], { error: 'Must be the id of the organization.' })
        .optional(),
    }),
    searches: true,
    answers: pageOf(user),
  },
  'POST /v1/organizations/{id}/members': {
    summary:
      'Adds a member, or fills the blank fields of the one who surely matches; `created` says which. A possible match is 409 `possible_match` with `candidates`, until the call says `patientId` or `newPerson`.',
    body: addedMember,
    creates: true,
    answers: z.strictObject({ created: z.boolean(), member: user }),
  },
  'POST /v1/organizations/{id}/members/similar': {
    summary: 'Members that the organization sees and that may be the person being typed in, likeliest first.',
    body: typedMember,
    answers: z.array(similarMember),
  },
  'GET /v1/users': {
    tag: 'Users',
    summary: "Your organization's staff, including admins.",
    query: z.strictObject({
      entityId: z
        .string()
        .regex(/^[1-9]\d{0,14}$/, 'Must be the id of the organization.')
        .transform(Number),
      entityType: z.enum(['ORGANIZATION'], { error: 'Must be ORGANIZATION.' }),
      role: z.enum(['EMPLOYEE'], { error: 'Must be EMPLOYEE.' }),
      status: userStatusList.optional(),
    }),
    answers: z.array(user),
  },
});
