import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Database } from '../../db/database.ts';

function subjectHash(subject: string): Buffer {
  return createHash('sha256').update(subject).digest();
}

/** Windows follow one another without a gap, so whoever is refused waits for the rest of one and no longer. */
function windowStart(minutes: number) {
  return sql`date_bin(make_interval(mins => ${minutes}), now(), timestamptz 'epoch')`;
}

/**
 * Counts a try before it is made, so that tries sent all at once are counted too. The count is kept in
 * the database, so it holds across processes and restarts.
 */
export async function countAttempt(db: Database, subject: string, limit: number, minutes = 1): Promise<void> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into attempts (subject, window_start, count) values (${subjectHash(subject)}, ${windowStart(minutes)}, 1)
    on conflict (subject, window_start) do update set count = attempts.count + 1
    returning count,
      ceil(extract(epoch from window_start + make_interval(mins => ${minutes}) - now()))::integer as wait`.execute(db);
  const { count, wait } = rows[0] ?? { count: 0, wait: 0 };
  if (count <= limit) return;
  const time = wait > 120 ? `${Math.ceil(wait / 60)} minutes` : `${wait} seconds`;
  throw new AppError('too_many_requests', `Too many tries. Please wait ${time} and try again.`, {
    retryAfterSeconds: wait,
  });
}

/** A try that succeeded does not count: people may sign in as often as they like. */
export async function forgiveAttempt(db: Database, subject: string, minutes = 1): Promise<void> {
  await sql`update attempts set count = count - 1
    where subject = ${subjectHash(subject)} and window_start = ${windowStart(minutes)}`.execute(db);
}
