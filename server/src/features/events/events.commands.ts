import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';

export type EventName = 'service-request' | 'note' | 'message';

/** The channel of the database on which processes tell each other what changed. */
export const eventChannel = 'kinbridge_events';

/**
 * Tells every process, once the transaction has committed, what the staff of these organizations may
 * want to look at again. Ids, statuses and versions only.
 */
export async function notify(
  db: Executor,
  event: EventName,
  organizationIds: (number | null)[],
  data: Record<string, unknown>,
): Promise<void> {
  const organizations = [...new Set(organizationIds.filter((id) => id !== null))];
  await sql`select pg_notify(${eventChannel}, ${JSON.stringify({ event, organizations, data })})`.execute(db);
}

/** The same for many requests at once. */
export async function notifyRequests(
  db: Executor,
  requests: { id: number; organization_id: number; provider_id: number; status: string; version: number }[],
): Promise<void> {
  const payloads = requests.map(({ id, organization_id, provider_id, status, version }) =>
    JSON.stringify({
      event: 'service-request',
      organizations: [...new Set([organization_id, provider_id])],
      data: { id, status, version },
    }),
  );
  await sql`select pg_notify(${eventChannel}, payload) from unnest(${payloads}::text[]) payload`.execute(db);
}
