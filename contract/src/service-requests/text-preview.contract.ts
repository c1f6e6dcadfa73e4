import { z } from 'zod';
import { memberPhoneNumber } from '../member-fields/member-rules.ts';
import { defineCalls } from '../shared/call.ts';
import { id, idParam, orBlank } from '../shared/fields.ts';
import { serviceRequestStatus } from './service-request-status.schema.ts';

const textOfMove = z.strictObject({
  /** The member's text; null if the move sends none. */
  smsText: z.string().nullable(),
  /** Why it would be skipped, or null. */
  smsBlockedReason: z.string().nullable(),
});
export type TextOfMove = z.infer<typeof textOfMove>;

const textsQuestion = z.strictObject({
  serviceIds: z.array(id).min(1, 'Please choose at least one service.').max(100, 'At most 100 services at once.'),
  /** A known member; otherwise the number typed for a new one counts. */
  patientId: id.nullable().optional(),
  phoneNumber: orBlank(memberPhoneNumber),
  /** Applies to services of the caller's own organization. */
  assigneeId: id.nullable().optional(),
});
export type TextsQuestion = z.output<typeof textsQuestion>;

const newRequestTexts = z.strictObject({
  /** Why the member would get no text, or null. */
  memberBlockedReason: z.string().nullable(),
  /** The providing organizations in which someone other than the caller would get a text. */
  organizationIds: z.array(id),
});
export type NewRequestTexts = z.infer<typeof newRequestTexts>;

export const textPreviewCalls = defineCalls('Service requests', {
  'GET /v1/service-requests/{id}/transition/{newStatus}/text': {
    summary: 'The text that a move would send to the member, as it would be sent now.',
    params: z.strictObject({ id: idParam, newStatus: serviceRequestStatus }),
    answers: textOfMove,
  },
  'POST /v1/service-requests/texts': {
    summary: 'Who would get a text about new requests. Creates nothing.',
    body: textsQuestion,
    answers: newRequestTexts,
    errors: [404],
  },
});
