import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { Login } from './auth.queries.ts';

/** So many wrong reset codes within a day, and the account gets links instead for a day, which nobody can guess. */
const maxWrongCodes = 10;
const aDay = sql`interval '24 hours'`;

const mayUseCode = sql`(reset_links_until is null or reset_links_until <= now())`;

/**
 * Counts a code before it is compared, so parallel guesses count too, and returns the logins for which it may be. Counted
 * for everyone who claims the address and on every device: the mailbox has the way in. Doesn't wait for the disk, which
 * would take longer for known addresses than for unknown ones.
 */
export async function countCode(db: Database, logins: Login[]): Promise<Login[]> {
  const recent = sql`array(select t from unnest(wrong_code_times) t where t > now() - ${aDay} order by t)`;
  const rows = await sql<{ id: number }>`
    update logins set wrong_code_times = ${recent} || now()::timestamptz(3),
      reset_links_until = case when cardinality(${recent}) + 1 >= ${maxWrongCodes} then now() + ${aDay} end
    from (select set_config('synchronous_commit', 'off', true)) as quick
    where user_id = any(${logins.map(({ id }) => id)}::bigint[]) and ${mayUseCode}
    returning user_id as id`.many(db);
  return logins.filter(({ id }) => rows.some((row) => row.id === id));
}

/** The code was right, so it doesn't count. */
export async function forgiveCode(db: Database, logins: Login[]): Promise<void> {
  await sql`update logins set wrong_code_times = trim_array(wrong_code_times, 1), reset_links_until = null
    where user_id = any(${logins.map(({ id }) => id)}::bigint[]) and cardinality(wrong_code_times) > 0`.run(db);
}

/** Whether this person gets links and no codes. */
export async function getsLinks(db: Database, userId: number): Promise<boolean> {
  const row = await sql`select 1 from logins where user_id = ${userId} and not ${mayUseCode}`.maybeOne(db);
  return row !== undefined;
}
