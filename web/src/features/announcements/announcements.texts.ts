import type { AnnouncementSeverity } from '@kinbridge/contract/announcements/announcements.contract';

export const announcementTexts = {
  label: 'Announcements',
  dismiss: (body: string) => `Dismiss: ${firstWords(body)}`,
  severities: { INFORMATION: 'Information', WARNING: 'Warning' } satisfies Record<AnnouncementSeverity, string>,
};

function firstWords(text: string): string {
  const words = text.trim().split(/\s+/);
  return words.length > 6 ? `${words.slice(0, 6).join(' ')}…` : words.join(' ');
}
