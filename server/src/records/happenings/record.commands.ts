import { type Heard, happenings } from '@kinbridge/contract/happenings';
import type { Tx } from '../../db/database.ts';
import { type AuditEntry, audit } from '../audit/audit.commands.ts';
import { type QueuedEmail, queueEmails } from '../emails/emails.commands.ts';
import {
  announcementChanged,
  announcementDrafted,
  type LiveEvent,
  needsYouChanged,
  notify,
  reviewChanged,
  serviceChanged,
  supportChanged,
} from '../events/events.commands.ts';

export interface Happened extends AuditEntry {
  /** The organization whose screens hear of it, if it isn't the one whose log has it. */
  heardBy?: number | null;
  /** What screens hear beside the id. */
  heard?: Record<string, unknown>;
  /** Those it tells of it. */
  emails?: QueuedEmail[];
}

/** Writes what happened to the log, and tells the screens and the people that it concerns. */
export async function record(tx: Tx, { heardBy, heard, emails = [], ...entry }: Happened): Promise<void> {
  await audit(tx, entry);
  const { live } = happenings[entry.action] as { live?: Heard };
  const logged = entry.organizationId ?? entry.caller?.organizationId ?? null;
  if (live) await tellScreens(tx, live, heardBy === undefined ? logged : heardBy, { id: entry.entityId, ...heard });
  await queueEmails(tx, emails);
}

interface Told extends Record<string, unknown> {
  id: number | null;
}

/** Makes open screens reload after the commit. */
export function tellScreens(tx: Tx, live: Heard, organizationId: number | null, data: Told): Promise<void> {
  return notify(tx, liveEvents(live, organizationId, data));
}

function liveEvents(live: Heard, organizationId: number | null, data: Told): LiveEvent[] {
  const own: LiveEvent = { event: 'organization', organizations: [organizationId], data: { id: organizationId } };
  switch (live) {
    case 'organization':
      return [own];
    case 'review':
      return [
        { ...own, organizations: [data.id], data },
        { event: reviewChanged, organizations: [], data },
      ];
    case 'service':
      return [own, { event: serviceChanged, organizations: [], data }];
    case 'needs-you':
      return [{ event: needsYouChanged, organizations: [organizationId], data: {} }];
    case 'support':
      return [{ event: supportChanged, organizations: [organizationId], data }];
    case 'announcement':
      return [{ event: announcementChanged, organizations: [], data }];
    case 'announcement-draft':
      return [{ event: announcementDrafted, organizations: [], data }];
    default:
      return [{ event: live, organizations: [organizationId], data }];
  }
}
