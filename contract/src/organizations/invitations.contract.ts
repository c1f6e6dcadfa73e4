import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { email, id, namedRef, orBlank, requiredEmail } from '../shared/fields.ts';
import { exactLine } from '../shared/one-line.ts';

export const invitationToken = exactLine().min(1).max(200);

export const invitationForm = z.strictObject({ email: requiredEmail });

export const invitationCalls = defineCalls('Organizations', {
  'POST /v1/organizations/{id}/invitations': {
    summary:
      'Creates a link to sign up for the organization that works for 7 days. With an email address, the link is emailed and works once for that address.',
    body: z.strictObject({ email: orBlank(email) }),
    creates: true,
    answers: z.strictObject({ id, link: z.string() }),
  },
  'POST /v1/invitations/resolve': {
    summary: 'The organization an invitation is for, and its email address if it has one.',
    body: z.strictObject({ invitation: invitationToken }),
    answers: z.strictObject({ organization: namedRef, email: z.string().nullable() }),
    errors: [404],
  },
});
