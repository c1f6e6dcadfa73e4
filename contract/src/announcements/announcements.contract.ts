import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { id } from '../shared/fields.ts';

export const announcementSeverities = ['INFORMATION', 'WARNING'] as const;
export const announcementSeverity = z.enum(announcementSeverities, { error: 'Please choose a severity.' });
export type AnnouncementSeverity = z.infer<typeof announcementSeverity>;

const shownAnnouncement = z.strictObject({ id, body: z.string(), severity: announcementSeverity });

export type ShownAnnouncement = z.infer<typeof shownAnnouncement>;

export const announcementCalls = defineCalls('Announcements', {
  'GET /v1/announcements': {
    summary: 'The current announcements of the operator that you have not dismissed, newest first, at most three.',
    answers: z.array(shownAnnouncement),
  },
  'POST /v1/announcements/{id}/dismiss': { summary: 'Hides an announcement from you, on every device.' },
});
