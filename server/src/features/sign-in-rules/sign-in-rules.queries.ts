import type { SignInRules } from '@kinbridge/contract/sign-in-rules/sign-in-rules.contract';
import type { Executor, Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

const columns = sql.raw(`o.require_second_factor as "requireSecondFactor", o.idle_minutes as "idleMinutes",
  o.only_single_sign_on as "onlySingleSignOn", o.break_glass_user_id as "breakGlassUserId",
  o.new_people as "newPeople"`);

export async function findSignInRules(db: Executor, organizationId: number): Promise<SignInRules> {
  return sql<SignInRules>`select ${columns} from organizations o where o.id = ${organizationId}`.one(db);
}

/** The rules, locked for a change. */
export async function lockSignInRules(tx: Tx, organizationId: number): Promise<SignInRules> {
  return sql<SignInRules>`
    select ${columns} from organizations o where o.id = ${organizationId} for no key update`.one(tx);
}

/** Whether they are an active admin with a verified address and a second factor; locked, so they stay one. */
export async function lockPossibleBreakGlass(tx: Tx, organizationId: number, userId: number): Promise<boolean> {
  const row = await sql`
    select 1 from users where id = ${userId} and organization_id = ${organizationId} and user_type = 'ADMIN'
      and status = 'ACTIVE' and second_factor
      and exists (select from logins l where l.user_id = users.id and l.verified_timestamp is not null)
    for no key update`.maybeOne(tx);
  return row !== undefined;
}
