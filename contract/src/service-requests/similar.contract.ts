import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { id, idParam, timestamp } from '../shared/fields.ts';
import { serviceRequest } from './service-requests.contract.ts';

/** A request is similar for this long. */
export const similarDays = 30;

export const similarRequest = z
  .strictObject({
    id,
    status: serviceRequest.shape.status,
    service: serviceRequest.shape.service,
    createTimestamp: timestamp,
  })
  .meta({ id: 'SimilarServiceRequest' });
export type SimilarRequest = z.infer<typeof similarRequest>;

export const similarRequestCalls = {
  'GET /v1/service-requests/similar': {
    tag: 'Service requests',
    summary: "The member's unfinished requests of the last 30 days for the same service or type, newest first.",
    query: z.strictObject({ serviceId: idParam, patientId: idParam }),
    answers: { status: 200, body: z.array(similarRequest) },
    errors: [400, 401, 403, 404],
  },
} as const satisfies CallGroup;
