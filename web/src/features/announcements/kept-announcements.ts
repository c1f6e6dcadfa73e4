import type { ShownAnnouncement } from '@kinbridge/contract/announcements/announcements.contract';
import { readSession } from '../../lib/session.ts';

const key = () => `kinbridge.announcements.${readSession()?.userId ?? 0}`;

/** The announcements as of the last answer in this browser. */
export function keptAnnouncements(): ShownAnnouncement[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key()) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export function keepAnnouncements(announcements: ShownAnnouncement[]): void {
  if (announcements.length === 0) localStorage.removeItem(key());
  else localStorage.setItem(key(), JSON.stringify(announcements));
}
