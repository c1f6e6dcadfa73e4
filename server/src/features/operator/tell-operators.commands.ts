import { type Database, type Tx, transaction } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { findSetting, replaceSetting } from '../../db/text-settings.queries.ts';
import { queueEmails } from '../../records/emails/emails.commands.ts';

/** What operators are told of, by the kind of email: since when each of them waits. */
const waiting: Record<string, RawBuilder<unknown>> = {
  'organizations-waiting': sql`select verified_timestamp as since from organizations
    where approval = 'WAITING' and verified_timestamp is not null`,
  'questions-waiting': sql`select state_timestamp as since from support_messages where question_state = 'OPEN'`,
};

/**
 * Emails the operators if something waits that came after the last such email, at most once an hour of each kind. Runs
 * every minute, so that what comes within that hour is told of at its end.
 */
export async function tellOperators(db: Database): Promise<void> {
  for (const kind of Object.keys(waiting)) await transaction(db, (tx) => tellOf(tx, kind));
}

async function tellOf(tx: Tx, kind: string): Promise<void> {
  // A run may take longer than a minute, or come from another worker.
  await sql`select pg_advisory_xact_lock(hashtextextended(${kind}, 0))`.run(tx);
  const name = `operators told of ${kind}`;
  const told = await findSetting(tx, name);
  const found = await sql<{ now: string }>`
    select now()::text as now from (${waiting[kind]}) w
    having max(since) > coalesce(${told}::timestamptz, '-infinity')
      and coalesce(${told}::timestamptz <= now() - interval '1 hour', true)`.maybeOne(tx);
  if (!found) return;
  const operators = await sql<{ userId: number; to: string }>`
    select u.id as "userId", l.email as to from users u join logins l on l.user_id = u.id
    where u.user_type = 'OPERATOR' and u.status = 'ACTIVE' order by u.id`.many(tx);
  if (operators.length === 0) return;
  await queueEmails(
    tx,
    operators.map((operator) => ({ kind, ...operator })),
  );
  await replaceSetting(tx, name, found.now);
}

/** How many wait now, and since when the first does, for the text of an email. */
export async function countWaiting(db: Database, kind: string): Promise<{ count: number; since: Date | null }> {
  return sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(since) as since from (${waiting[kind]}) w`.one(db);
}
