import { type Heard, happenings } from '@kinbridge/contract/happenings';
import type { Tx } from '../../db/database.ts';
import { type AuditEntry, audit } from '../audit/audit.commands.ts';
import { type QueuedEmail, queueEmails } from '../emails/emails.commands.ts';
import {
  announcementChanged,
  announcementDrafted,
  type LiveEvent,
  notify,
  reviewChanged,
  serviceChanged,
  supportChanged,
} from '../events/events.commands.ts';

export interface Happened extends AuditEntry {
  /** The organization whose screens hear of it, if the log is another's. */
  heardBy?: number | null;
  /** Those it tells of it. */
  emails?: QueuedEmail[];
}

/** Writes what happened to the log, and tells the screens and the people that it concerns. */
export async function record(tx: Tx, { heardBy, emails = [], ...entry }: Happened): Promise<void> {
  await audit(tx, entry);
  const { live } = happenings[entry.action] as { live?: Heard };
  const organizationId = heardBy ?? entry.organizationId ?? entry.caller?.organizationId ?? null;
  if (live) await tellScreens(tx, live, organizationId, entry.entityId);
  await queueEmails(tx, emails);
}

/** Makes open screens reload after the commit. */
export function tellScreens(tx: Tx, live: Heard, organizationId: number | null, id: number | null): Promise<void> {
  return notify(tx, liveEvents(live, organizationId, id));
}

function liveEvents(live: Heard, organizationId: number | null, id: number | null): LiveEvent[] {
  const own: LiveEvent = { event: 'organization', organizations: [organizationId], data: { id: organizationId } };
  switch (live) {
    case 'organization':
      return [own];
    case 'review':
      return [
        { ...own, organizations: [id], data: { id } },
        { event: reviewChanged, organizations: [], data: { id } },
      ];
    case 'service':
      return [own, { event: serviceChanged, organizations: [], data: { id } }];
    case 'support':
      return [{ event: supportChanged, organizations: [organizationId], data: { id } }];
    case 'announcement':
      return [{ event: announcementChanged, organizations: [], data: { id } }];
    case 'announcement-draft':
      return [{ event: announcementDrafted, organizations: [], data: { id } }];
    default:
      return [{ event: live, organizations: [organizationId], data: { id } }];
  }
}
