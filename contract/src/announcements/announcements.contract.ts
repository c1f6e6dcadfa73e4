import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { id, idParam } from '../shared/fields.ts';

export const announcementSeverities = ['INFORMATION', 'WARNING'] as const;
export const announcementSeverity = z.enum(announcementSeverities, { error: 'Please choose a severity.' });
export type AnnouncementSeverity = z.infer<typeof announcementSeverity>;

const shownAnnouncement = z.strictObject({ id, body: z.string(), severity: announcementSeverity });

export type ShownAnnouncement = z.infer<typeof shownAnnouncement>;

const tag = 'Announcements';

export const announcementCalls = {
  'GET /v1/announcements': {
    tag,
    summary: 'The current announcements of the operator that you have not dismissed, newest first, at most three.',
    answers: { status: 200, body: z.array(shownAnnouncement) },
    errors: [401, 403],
  },
  'POST /v1/announcements/{id}/dismiss': {
    tag,
    summary: 'Hides an announcement from you, on every device.',
    params: z.strictObject({ id: idParam }),
    answers: { status: 204, body: null },
    errors: [400, 401, 403, 404],
  },
} as const satisfies CallGroup;
