import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
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

export const similarRequestCalls = defineCalls('Service requests', {
  'GET /v1/service-requests/similar': {
    summary: "The member's unfinished requests of the last 30 days for the same service or type, newest first.",
    query: z.strictObject({ serviceId: idParam, patientId: idParam }),
    answers: z.array(similarRequest),
    errors: [404],
  },
});
