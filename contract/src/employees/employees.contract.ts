import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { count, id } from '../shared/fields.ts';
import { user } from '../users/users.contract.ts';

export const employeeCalls = defineCalls('Employees', {
  'GET /v1/organizations/{id}/pending-employees': {
    summary: 'How many people have verified their email and wait for approval.',
    answers: z.strictObject({ count }),
  },
  'POST /v1/users/{id}/activate': {
    summary: 'Activates an employee: PENDING or INACTIVE becomes ACTIVE.',
    answers: user,
    errors: [409],
  },
  'POST /v1/users/{id}/terminate': {
    summary: 'Terminates an employee and ends their sessions: the status becomes INACTIVE.',
    needsProof: true,
    answers: user,
    errors: [409],
  },
  'POST /v1/users/{id}/promote-admin': {
    summary: 'Makes an employee an admin of the organization.',
    needsProof: true,
    answers: user,
    errors: [409],
  },
  'POST /v1/users/{id}/revoke-admin': {
    summary: 'Makes an admin an employee. Their session stays; only the rights change.',
    needsProof: true,
    answers: user,
    errors: [409],
  },
  'POST /v1/users/{id}/sign-out': {
    summary: "Ends all of a colleague's sessions. They can sign in again.",
    errors: [409],
  },
  'DELETE /v1/users/{id}/factors': {
    summary: "Removes a colleague's passkeys, authenticator app and recovery codes.",
    needsProof: true,
    errors: [409],
  },
  'DELETE /v1/users/{id}/single-sign-on': {
    summary:
      "Unlinks a colleague's login from the organization's sign-in service and ends the sessions that began there. Their next sign-in there links it again, as the first one did.",
    needsProof: true,
    errors: [409],
  },
  'POST /v1/users/{id}/reassign': {
    summary: "Reassigns all of an employee's open requests to a colleague, or unassigns them with null.",
    body: z.strictObject({ assigneeId: id.nullable() }),
    answers: z.strictObject({ reassigned: z.array(id) }),
  },
});
