import { z } from 'zod';
import { outcomeRefusal } from '../service-requests/outcomes.ts';
import { serviceRequestStatus } from '../service-requests/service-request-status.schema.ts';
import { newOutcome, serviceRequest } from '../service-requests/service-requests.contract.ts';
import { service } from '../services/services.contract.ts';
import { defineCalls } from '../shared/call.ts';
import { id } from '../shared/fields.ts';
import { exactLine } from '../shared/one-line.ts';

/** A request as the link of an email shows it: no more of the member than the employee needs to decide. */
export const requestAct = z.strictObject({
  id,
  status: serviceRequestStatus,
  service: serviceRequest.shape.service,
  organization: serviceRequest.shape.organization,
  patient: z.strictObject({ firstName: z.string(), age: z.int().nonnegative().nullable() }),
});

/** A service whose listing someone is asked to confirm. */
export const serviceAct = z.strictObject({ service, organization: serviceRequest.shape.organization });

export const act = z.union([requestAct, serviceAct]).meta({ id: 'Act' });
export type Act = z.infer<typeof act>;

export const actInput = z
  .strictObject({ action: z.enum(['accept', 'decline', 'confirm']), outcome: newOutcome.nullable().optional() })
  .refine(({ action, outcome }) => (action === 'decline') === (outcome != null), {
    path: ['outcome'],
    message: 'Declining needs a reason, and nothing else has one.',
  })
  .refine(({ outcome }) => outcome == null || outcomeRefusal('CANCELLED', outcome.code) === null, {
    path: ['outcome', 'code'],
    message: 'Choose a reason to decline.',
  });

/** Any text: whether it is a token is the database's answer. */
const params = z.strictObject({ token: exactLine() });

export const actCalls = defineCalls('Acts', {
  'GET /v1/acts/{token}': {
    summary: 'What a link in an email is about: a request, or a service to confirm. Changes nothing.',
    params,
    answers: act,
    errors: [403, 410],
  },
  'POST /v1/acts/{token}': {
    summary:
      "Accepts or declines the link's request, or confirms its service, with the rights of the employee it was sent to.",
    params,
    body: actInput,
    answers: act,
    errors: [403, 410, 415],
  },
});
