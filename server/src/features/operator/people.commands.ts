import type { OperatorPerson } from '@kinbridge/contract/operator/operator.contract';
import { commandCaller as caller } from '../../access/caller.ts';
import { type Database, type Executor, transaction } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { decideAddress, isAddressTaken, lockAddress } from '../auth/address-claims.commands.ts';
import { unusablePasswordHash } from '../auth/passwords.ts';
import { endSessions } from '../auth/sessions.commands.ts';

export interface NewOperator {
  email: string;
  firstName: string;
  lastName: string;
}

/** Makes a person an operator and emails them how to choose a password. Null if the address has an account. */
export async function addOperator(
  db: Database,
  { email, firstName, lastName }: NewOperator,
): Promise<{ id: number } | null> {
  const passwordHash = await unusablePasswordHash();
  return transaction(db, async (tx) => {
    await lockAddress(tx, email);
    if (await isAddressTaken(tx, email)) return null;
    const { id } = await sql<{ id: number }>`
      with person as (
        insert into users (user_type, status, first_name, last_name, email)
        values ('OPERATOR', 'ACTIVE', ${firstName}, ${lastName}, ${email}) returning id
      )
      insert into logins (user_id, email, password_hash, has_password, verified_timestamp)
      select id, ${email}, ${passwordHash}, false, now() from person returning user_id as id`.one(tx);
    // Someone at the server's command line vouches for the address.
    await decideAddress(tx, { userId: id, email, by: 'domain' });
    await record(tx, {
      caller,
      action: 'operator.add',
      entityId: id,
      emails: [{ kind: 'operator-added', userId: id, to: email }],
    });
    return { id };
  });
}

/** Ends an operator's access with the next call. What they did stays in the log. Null if nobody has the address. */
export function removeOperator(db: Database, email: string): Promise<{ id: number } | null> {
  return transaction(db, async (tx) => {
    const person = await sql<{ id: number }>`
      delete from logins l using users u where u.id = l.user_id and u.user_type = 'OPERATOR' and l.email = ${email}
      returning u.id`.maybeOne(tx);
    if (!person) return null;
    await sql`update users set status = 'INACTIVE', update_timestamp = ${laterTimestamp} where id = ${person.id}`.run(
      tx,
    );
    await endSessions(tx, person.id, 'terminated');
    await record(tx, { caller, action: 'operator.remove', entityId: person.id });
    return person;
  });
}

/** What became of the email to a new operator; `workers` is how many could send it. */
export async function findAddedEmail(db: Executor, userId: number) {
  return sql<{ state: string; lastError: string | null; workers: number }>`
    select state, last_error as "lastError",
      (select count(*)::int from job_workers where seen_timestamp > now() - interval '40 seconds') as workers
    from emails where user_id = ${userId} and kind = 'operator-added' order by id desc limit 1`.maybeOne(db);
}

/** Everyone who is or was an operator, active ones first. */
export async function findOperators(db: Executor): Promise<OperatorPerson[]> {
  return sql<OperatorPerson>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", l.email, u.status,
      u.second_factor as "secondFactor"
    from users u left join logins l on l.user_id = u.id
    where u.user_type <> 'PATIENT' and u.organization_id is null and u.user_type = 'OPERATOR'
    order by u.status, u.last_name, u.first_name, u.id`.many(db);
}
