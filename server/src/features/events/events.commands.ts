import type { Executor } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

/** Told to the processes alone, which end the streams of that session. */
export const sessionEnded = 'session-ended';

/** Told to the processes alone: a worker delivers what waits. */
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
    | typeof sessionEnded;
  /** The organizations whose staff may want to look again. */
  organizations: (number | null)[];
  /** Ids, statuses and versions only. */
  data: Record<string, unknown>;
}

/** The channel of the database on which processes tell each other what changed. */
export const eventChannel = 'kinbridge_events';

/** Tells every process what changed, once the transaction has committed; many at once in one statement. */
export async function notify(db: Executor, events: LiveEvent[]): Promise<void> {
  if (events.length === 0) return;
  const payloads = events.map(({ event, organizations, data }) =>
    JSON.stringify({ event, organizations: [...new Set(organizations.filter((id) => id !== null))], data }),
  );
  await sql`select pg_notify(${eventChannel}, payload) from unnest(${payloads}::text[]) payload`.execute(db);
}

export function notifySessionsEnded(db: Executor, sessions: { id: string }[]): Promise<void> {
  return notify(
    db,
    sessions.map(({ id }) => ({ event: sessionEnded, organizations: [], data: { sessionId: id } })),
  );
}

/** Somebody waits to be let in, or an admin changed an employee's status or role. */
export function notifyEmployee(db: Executor, organizationId: number, id: number): Promise<void> {
  return notify(db, [{ event: 'employee', organizations: [organizationId], data: { id } }]);
}

/** The organization's profile, services, forms or first steps changed. */
export function notifyOrganization(db: Executor, id: number): Promise<void> {
  return notify(db, [{ event: 'organization', organizations: [id], data: { id } }]);
}

interface ChangedRequest {
  id: number;
  organization_id: number;
  provider_id: number;
  status: string;
  version: number;
}

/** Tells every process of a changed request, within the statement that changes it; `row` has the columns above. */
export function tellOfRequest(row: string): RawBuilder<unknown> {
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

/** Tells every process of a row m of sms_messages, beside its request r: both its organizations read the text. */
export const tellOfMessage = sql`pg_notify(${sql.lit(eventChannel)}, json_build_object('event', 'message',
  'organizations', array_remove(array[m.organization_id, r.organization_id, r.provider_id], null),
  'data', json_build_object('id', m.id, 'serviceRequestId', m.service_request_id))::text)`;

/**
 * Runs a statement that changes texts, and tells every process of them; it returns id, organization_id,
 * service_request_id and campaign_id. A mass message is watched as a whole, by screens that ask again every few seconds:
 * thousands of single notices would make every browser read again for each.
 */
export async function changeMessages(db: Executor, change: RawBuilder<unknown>): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`with m as (${change})
    select m.id, case when m.campaign_id is null then ${tellOfMessage} end
    from m left join service_requests r on r.id = m.service_request_id order by m.id`.execute(db);
  return rows;
}

/** Tells every process that somebody sent, retried or stopped a mass message. */
export function notifyCampaign(db: Executor, organizationId: number, id: number): Promise<void> {
  return notify(db, [{ event: 'campaign', organizations: [organizationId], data: { id } }]);
}

/** Wakes the workers: texts wait to be delivered. Many in one transaction are told once. */
export const tellOfQueuedTexts = sql`pg_notify(${sql.lit(eventChannel)},
  ${sql.lit(JSON.stringify({ event: textsQueued, organizations: [], data: {} }))})`;
