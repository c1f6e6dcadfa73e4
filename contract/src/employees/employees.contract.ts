import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { id, idParam } from '../shared/fields.ts';
import { user } from '../users/users.contract.ts';

const tag = 'Employees';
const params = z.strictObject({ id: idParam });
const answers = { status: 200, body: user } as const;
const errors = [400, 401, 403, 404, 409] as const;

export const employeeCalls = {
  'GET /v1/organizations/{id}/pending-employees': {
    tag,
    summary: 'How many people have verified their email and wait for approval.',
    params,
    answers: { status: 200, body: z.strictObject({ count: z.int().nonnegative() }) },
    errors: [400, 401, 403, 404],
  },
  'POST /v1/users/{id}/activate': {
    tag,
    summary: 'Activates an employee: PENDING or INACTIVE becomes ACTIVE.',
    params,
    answers,
    errors,
  },
  'POST /v1/users/{id}/terminate': {
    tag,
    summary: 'Terminates an employee and ends their sessions: the status becomes INACTIVE.',
    params,
    needsProof: true,
    answers,
    errors,
  },
  'POST /v1/users/{id}/promote-admin': {
    tag,
    summary: 'Makes an employee an admin of the organization.',
    params,
    needsProof: true,
    answers,
    errors,
  },
  'POST /v1/users/{id}/revoke-admin': {
    tag,
    summary: 'Makes an admin an employee. Their session stays; only the rights change.',
    params,
    needsProof: true,
    answers,
    errors,
  },
  'POST /v1/users/{id}/sign-out': {
    tag,
    summary: "Ends all of a colleague's sessions. They can sign in again.",
    params,
    answers: { status: 204, body: null },
    errors,
  },
  'DELETE /v1/users/{id}/factors': {
    tag,
    summary: "Removes a colleague's passkeys, authenticator app and recovery codes.",
    params,
    needsProof: true,
    answers: { status: 204, body: null },
    errors,
  },
  'DELETE /v1/users/{id}/single-sign-on': {
    tag,
    summary:
      "Unlinks a colleague's login from the organization's sign-in service and ends the sessions that began there. Their next sign-in there links it again, as the first one did.",
    params,
    needsProof: true,
    answers: { status: 204, body: null },
    errors,
  },
  'POST /v1/users/{id}/reassign': {
    tag,
    summary: "Reassigns all of an employee's open requests to a colleague, or unassigns them with null.",
    params,
    body: z.strictObject({ assigneeId: id.nullable() }),
    answers: { status: 200, body: z.strictObject({ reassigned: z.array(id) }) },
    errors: [400, 401, 403, 404],
  },
} as const satisfies CallGroup;
