import { createHash } from 'node:crypto';
import { counted } from '@kinbridge/contract/shared/counted';
import { AppError } from '../app-error.ts';
import type { Executor } from '../db/database.ts';
import { sql } from '../db/sql.ts';

function subjectHash(subject: string): Buffer {
  return createHash('sha256').update(subject).digest();
}

/**
 * Counts an attempt before it is made, so parallel attempts count too. The database keeps the count across processes
 * and restarts. A subject always has the same window. Returns the seconds to wait, or 0 if it counted.
 */
export async function takeAttempt(db: Executor, subject: string, limit: number, minutes = 1): Promise<number> {
  const hash = subjectHash(subject);
  const since = sql`(now() - make_interval(mins => ${minutes}))`;
  const free = await sql`
    insert into attempts as a (subject, times) values (${hash}, array[now()])
    on conflict (subject) do update
      set times = array(select t from unnest(a.times) t where t > ${since} order by t) || now()
      where (select count(*) from unnest(a.times) t where t > ${since}) < ${limit}
    returning 1`.maybeOne(db);
  if (free) return 0;
  const { wait } = await sql<{ wait: number }>`
    select greatest(1, ceil(extract(epoch from min(t) - ${since})))::integer as wait
    from attempts, unnest(times) t where subject = ${hash} and t > ${since}`.one(db);
  return wait;
}

export function countAttempt(db: Executor, subject: string, limit: number, minutes = 1): Promise<void> {
  return countAttempts(db, [{ subject, limit, minutes }]);
}

interface Bound {
  subject: string;
  limit: number;
  minutes: number;
}

/** Counts an attempt against several bounds. One that is refused by any of them counts against none. */
export async function countAttempts(db: Executor, bounds: Bound[]): Promise<void> {
  const waits: number[] = [];
  for (const { subject, limit, minutes } of bounds) waits.push(await takeAttempt(db, subject, limit, minutes));
  const wait = Math.max(...waits);
  if (wait === 0) return;
  for (const [index, { subject }] of bounds.entries()) if (waits[index] === 0) await forgiveAttempt(db, subject);
  const time = wait > 120 ? `${Math.ceil(wait / 60)} minutes` : counted(wait, 'second');
  throw new AppError('too_many_requests', `Too many tries. Please wait ${time} and try again.`, {
    retryAfterSeconds: wait,
  });
}

/** Successful attempts don't count: people may sign in as often as they like. */
export async function forgiveAttempt(db: Executor, subject: string): Promise<void> {
  await sql`update attempts set times = trim_array(times, 1)
    where subject = ${subjectHash(subject)} and cardinality(times) > 0`.run(db);
}

/** How many links and how many codes are emailed to an address per hour. */
export const mailsAnHour = 5;

/** Links actually emailed to an address, by any call. */
export const linksTo = (email: string) => `links mailed to ${email}`;
