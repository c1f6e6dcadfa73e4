import type { AnnouncementSeverity } from '@kinbridge/contract/announcements/announcements.contract';

export const announcementTexts = {
  label: 'Announcements',
  dismiss: 'Dismiss announcement',
  severities: { INFORMATION: 'Information', WARNING: 'Warning' } satisfies Record<AnnouncementSeverity, string>,
};
