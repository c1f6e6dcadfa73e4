import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';

/** Told to the processes alone, which end the streams of that session. */
export const sessionEnded = 'session-ended';

export interface LiveEvent {
  event: 'service-request' | 'note' | 'message' | 'member' | typeof sessionEnded;
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

interface ChangedRequest {
  id: number;
  organization_id: number;
  provider_id: number;
  status: string;
  version: number;
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

interface ChangedMessage {
  id: number;
  organization_id: number | null;
  service_request_id: number | null;
}

/** A text of a request is read by both its organizations, so both hear of it. */
export async function notifyMessages(db: Executor, messages: ChangedMessage[]): Promise<void> {
  const requestIds = messages.flatMap(({ service_request_id }) => service_request_id ?? []);
  const readers = new Map<number | null, number[]>();
  if (requestIds.length > 0) {
    const { rows } = await sql<{ id: number; organization_id: number; provider_id: number }>`
      select id, organization_id, provider_id from service_requests where id = any(${requestIds}::bigint[])`.execute(
      db,
    );
    for (const { id, organization_id, provider_id } of rows) readers.set(id, [organization_id, provider_id]);
  }
  await notify(
    db,
    messages.map(({ id, organization_id, service_request_id }) => ({
      event: 'message',
      organizations: [organization_id, ...(readers.get(service_request_id) ?? [])],
      data: { id, serviceRequestId: service_request_id },
    })),
  );
}
