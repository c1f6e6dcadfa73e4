import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { notifySessionsEnded } from '../events/events.commands.ts';

/** What goes with a session, however it ended: its live streams, and notices to its device. */
export async function releaseEndedSessions(tx: Tx, sessions: { id: string }[]): Promise<void> {
  if (sessions.length === 0) return;
  const ids = sessions.map(({ id }) => id);
  await sql`delete from push_subscriptions where session_id = any(${ids}::uuid[])`.run(tx);
  await notifySessionsEnded(tx, sessions);
}
