import type { Config } from '../../config.ts';
import type { SessionAddress } from '../../db/addresses.ts';
import type { Executor } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import type { Log } from '../../log.ts';

/** Internal: processes end the streams of that session. */
export const sessionEnded = 'session-ended';

/** Goes to the staff of every organization, since anyone's picker may show the service. */
export const serviceChanged = 'service';

/** Goes to the staff of every organization. */
export const announcementChanged = 'announcement';

/** Goes to operators only. */
export const announcementDrafted = 'announcement-draft';

/** Goes to operators only: what they decide about an organization changed. */
export const reviewChanged = 'organization-review';

/** Goes to operators too. */
export const supportChanged = 'support';

/** Internal: what waits for the staff of these organizations may have changed. */
export const needsYouChanged = 'needs-you-changed';

/** Internal: a worker delivers waiting texts. */
export const textsQueued = 'texts-queued';

export interface LiveEvent {
  event:
    | 'service-request'
    | 'note'
    | 'message'
    | 'member'
    | 'campaign'
    | 'employee'
    | 'organization'
    | typeof reviewChanged
    | typeof supportChanged
    | typeof announcementChanged
    | typeof announcementDrafted
    | typeof serviceChanged
    | typeof needsYouChanged
    | typeof sessionEnded;
  /** The organizations whose screens should reload. */
  organizations: (number | null)[];
  /** Only ids, statuses and versions. */
  data: Record<string, unknown>;
}

/** The database channel for changes between processes. */
export const eventChannel = 'kinbridge_events';

/** What a process needs to listen. */
interface ListeningProcess {
  sessionAddress: SessionAddress;
  log: Log;
  config: Pick<Config, 'encryptionKey'>;
}

/** For the connection that every process keeps to hear of changes. */
export function listenerOptions({ sessionAddress, log, config }: ListeningProcess) {
  return { address: sessionAddress, channel: eventChannel, log, encryptionKey: config.encryptionKey };
}

/** Notifies every process after the commit; many events share one statement. */
export async function notify(db: Executor, events: LiveEvent[]): Promise<void> {
  if (events.length === 0) return;
  const payloads = events.map(({ event, organizations, data }) =>
    JSON.stringify({ event, organizations: [...new Set(organizations.filter((id) => id !== null))], data }),
  );
  await sql`select pg_notify(${eventChannel}, payload) from unnest(${payloads}::text[]) payload`.run(db);
}

export function notifySessionsEnded(db: Executor, sessions: { id: string }[]): Promise<void> {
  return notify(
    db,
    sessions.map(({ id }) => ({ event: sessionEnded, organizations: [], data: { sessionId: id } })),
  );
}

export interface ChangedRequest {
  id: number;
  organization_id: number;
  provider_id: number;
  status: string;
  version: number;
}

/** Notifies every process of a changed request, in the changing statement; `row` has the columns above. */
export function notifyRequestSql(row: string): RawBuilder<unknown> {
  const r = sql.raw(row);
  return sql`pg_notify(${sql.lit(eventChannel)}, json_build_object('event', 'service-request',
    'organizations', array_remove(array[${r}.organization_id, nullif(${r}.provider_id, ${r}.organization_id)], null),
    'data', json_build_object('id', ${r}.id, 'status', ${r}.status, 'version', ${r}.version))::text)`;
}

export function notifyRequests(db: Executor, requests: ChangedRequest[]): Promise<void> {
  return notify(
    db,
    requests.map(({ id, organization_id, provider_id, status, version }) => ({
      event: 'service-request',
      organizations: [organization_id, provider_id],
      data: { id, status, version },
    })),
  );
}

/** Notifies both organizations of row m of sms_messages, next to its request r. */
export const notifyMessageSql = sql`pg_notify(${sql.lit(eventChannel)}, json_build_object('event', 'message',
  'organizations', array_remove(array[m.organization_id, r.organization_id, r.provider_id], null),
  'data', json_build_object('id', m.id, 'serviceRequestId', m.service_request_id))::text)`;

/**
 * Runs a statement that changes texts and notifies every process; it returns id, organization_id, service_request_id
 * and campaign_id. Mass messages aren't notified per text: screens poll them every few seconds, since thousands of
 * events would make every browser reload for each.
 */
export async function changeMessages(db: Executor, change: RawBuilder<unknown>): Promise<{ id: number }[]> {
  return sql<{ id: number }>`with m as (${change})
    select m.id, case when m.campaign_id is null then ${notifyMessageSql} end
    from m left join service_requests r on r.id = m.service_request_id order by m.id`.many(db);
}

/** Wakes the workers to deliver texts. PostgreSQL sends duplicates in one transaction once. */
export const notifyQueuedTextsSql = sql`pg_notify(${sql.lit(eventChannel)},
  ${sql.lit(JSON.stringify({ event: textsQueued, organizations: [], data: {} }))})`;
