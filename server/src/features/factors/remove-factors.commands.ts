import type { Principal } from '../../access/caller.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';

interface Person {
  id: number;
  organizationId: number | null;
  email: string | null;
}

/**
 * Removes a person's passkeys, authenticator app and recovery codes, for those who lost them, and tells the person.
 * False if they have none. Their sessions stay; a rule that requires a factor applies from their next call on.
 */
export async function removeFactors(tx: Tx, caller: Principal | null, person: Person): Promise<boolean> {
  const { count } = await sql<{ count: number }>`
    with passkey as (delete from passkeys where user_id = ${person.id} returning 1),
      authenticator as (delete from authenticators where user_id = ${person.id} returning confirm_timestamp),
      codes as (delete from recovery_codes where user_id = ${person.id}),
      tokens as (delete from second_factor_tokens where user_id = ${person.id}),
      challenges as (delete from passkey_challenges where user_id = ${person.id})
    select (select count(*) from passkey) + (select count(confirm_timestamp) from authenticator) as count`.one(tx);
  if (count === 0) return false;
  await record(tx, {
    caller,
    organizationId: person.organizationId,
    action: 'user.factors-reset',
    entityId: person.id,
    emails: person.email ? [{ kind: 'factors-reset', userId: person.id, to: person.email }] : [],
  });
  return true;
}
