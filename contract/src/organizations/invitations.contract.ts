import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { email, id, idParam, orBlank, requiredEmail } from '../shared/fields.ts';
import { exactLine } from '../shared/one-line.ts';

const tag = 'Organizations';

export const invitationToken = exactLine().min(1).max(200);

export const invitationForm = z.strictObject({ email: requiredEmail });

export const invitationCalls = {
  'POST /v1/organizations/{id}/invitations': {
    tag,
    summary:
      'Creates a link to sign up for the organization that works for 7 days. With an email address, the link is emailed and works once for that address.',
    params: z.strictObject({ id: idParam }),
    body: z.strictObject({ email: orBlank(email) }),
    creates: true,
    answers: { status: 201, body: z.strictObject({ id, link: z.string() }) },
    errors: [400, 401, 403, 404, 409],
  },
  'POST /v1/invitations/resolve': {
    tag,
    summary: 'The organization an invitation is for, and its email address if it has one.',
    body: z.strictObject({ invitation: invitationToken }),
    answers: {
      status: 200,
      body: z.strictObject({
        organization: z.strictObject({ id, name: z.string() }),
        email: z.string().nullable(),
      }),
    },
    errors: [400, 404],
  },
} as const satisfies CallGroup;
