import type { SignInRules } from '@kinbridge/contract/sign-in-rules/sign-in-rules.contract';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError, invalidField } from '../../app-error.ts';
import type { Executor, Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { notifySessionsEnded } from '../../records/events/events.commands.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { releaseEndedSessions } from '../../records/users/ended-sessions.commands.ts';

type Change = { [Name in keyof SignInRules]?: SignInRules[Name] | undefined };

/** Changes the organization's rules; a field that is left out stays. */
export async function changeSignInRules(tx: Tx, caller: StaffCaller, change: Change): Promise<SignInRules> {
  const { organizationId } = caller;
  const before = await lockSignInRules(tx, organizationId);
  const fields = (Object.keys(before) as (keyof SignInRules)[]).filter(
    (name) => change[name] !== undefined && change[name] !== before[name],
  );
  if (fields.length === 0) return before;
  const after = { ...before, ...Object.fromEntries(fields.map((name) => [name, change[name]])) };
  const entrances = fields.includes('breakGlassUserId') || fields.includes('onlySingleSignOn');
  if (entrances) await checkBreakGlass(tx, organizationId, after);
  if (fields.includes('onlySingleSignOn') && after.onlySingleSignOn) await requireTry(tx, organizationId);
  await sql`
    update organizations set require_second_factor = ${after.requireSecondFactor},
      single_sign_on_is_second_factor = ${after.singleSignOnIsSecondFactor}, idle_minutes = ${after.idleMinutes},
      only_single_sign_on = ${after.onlySingleSignOn}, break_glass_user_id = ${after.breakGlassUserId},
      new_people = ${after.newPeople}
    where id = ${organizationId}`.run(tx);
  if (after.requireSecondFactor && (fields.includes('requireSecondFactor') || !after.singleSignOnIsSecondFactor)) {
    await endStreams(tx, organizationId, after.singleSignOnIsSecondFactor);
  }
  const endedSessions =
    entrances && after.onlySingleSignOn ? await endOwnSignIns(tx, organizationId, after.breakGlassUserId) : 0;
  await record(tx, {
    caller,
    action: 'organization.sign-in-rules',
    entityId: organizationId,
    detail: {
      fields,
      rules: Object.fromEntries(fields.map((name) => [name, after[name]])),
      ...(endedSessions > 0 && { endedSessions }),
    },
  });
  return after;
}

/** An operator's way out when an identity provider is down and the break-glass admin can't get in. */
export async function allowPasswords(tx: Tx, organizationId: number): Promise<'absent' | 'unchanged' | 'changed'> {
  const row = await sql<{ only: boolean }>`select only_single_sign_on as only from organizations
    where id = ${organizationId} for no key update`.maybeOne(tx);
  if (!row?.only) return row ? 'unchanged' : 'absent';
  await sql`update organizations set only_single_sign_on = false where id = ${organizationId}`.run(tx);
  await record(tx, {
    caller: null,
    organizationId,
    action: 'organization.sign-in-rules',
    entityId: organizationId,
    detail: { fields: ['onlySingleSignOn'], rules: { onlySingleSignOn: false } },
  });
  return 'changed';
}

/** Somebody must be able to sign in while the identity provider is down, and not with a password alone. */
async function checkBreakGlass(tx: Tx, organizationId: number, { onlySingleSignOn, breakGlassUserId }: SignInRules) {
  if (breakGlassUserId === null) {
    if (!onlySingleSignOn) return;
    throw invalidField(
      'breakGlassUserId',
      'Choose an active admin with a second factor who can sign in while single sign-on is down.',
    );
  }
  if (await lockPossibleBreakGlass(tx, organizationId, breakGlassUserId)) return;
  throw invalidField('breakGlassUserId', 'Must be an active admin of your organization with a second factor.');
}

/** A provider that never let an admin in would lock everyone but the break-glass admin out. */
async function requireTry(tx: Tx, organizationId: number): Promise<void> {
  if (await wasSingleSignOnTried(tx, organizationId)) return;
  throw new AppError(
    'try_first',
    'Try single sign-on first: no admin of your organization signed in with it in the last hour. Press Try It Now, then switch this on.',
  );
}

/** Ends the staff's sessions that single sign-on didn't begin, except the break-glass admin's. Returns their number. */
async function endOwnSignIns(tx: Tx, organizationId: number, breakGlassUserId: number | null): Promise<number> {
  const ended = await sql<{ id: string }>`
    update sessions s set end_timestamp = now(), end_reason = 'single-sign-on-only' from users u
    where u.id = s.user_id and u.organization_id = ${organizationId} and u.user_type <> 'PATIENT'
      and u.id is distinct from ${breakGlassUserId} and s.end_timestamp is null
      and s.signed_in_by is distinct from 'single-sign-on'
    returning s.id`.many(tx);
  await releaseEndedSessions(tx, ended);
  return ended.length;
}

/** Live updates of people who must set up a second factor first. */
async function endStreams(tx: Tx, organizationId: number, sparesSingleSignOn: boolean): Promise<void> {
  const sessions = await sql<{ id: string }>`
    select s.id from sessions s join users u on u.id = s.user_id
    where u.organization_id = ${organizationId} and u.user_type <> 'PATIENT' and not u.second_factor
      and s.end_timestamp is null and not (${sparesSingleSignOn} and s.signed_in_by is not distinct from 'single-sign-on')`.many(
    tx,
  );
  await notifySessionsEnded(tx, sessions);
}

const columns = sql.raw(`o.require_second_factor as "requireSecondFactor",
  o.single_sign_on_is_second_factor as "singleSignOnIsSecondFactor", o.idle_minutes as "idleMinutes",
  o.only_single_sign_on as "onlySingleSignOn", o.break_glass_user_id as "breakGlassUserId",
  o.new_people as "newPeople"`);

export async function findSignInRules(db: Executor, organizationId: number): Promise<SignInRules> {
  return sql<SignInRules>`select ${columns} from organizations o where o.id = ${organizationId}`.one(db);
}

/** The rules, locked for a change. */
async function lockSignInRules(tx: Tx, organizationId: number): Promise<SignInRules> {
  return sql<SignInRules>`
    select ${columns} from organizations o where o.id = ${organizationId} for no key update`.one(tx);
}

/** Whether they are an active admin with a verified address and a second factor; locked, so they stay one. */
async function lockPossibleBreakGlass(tx: Tx, organizationId: number, userId: number): Promise<boolean> {
  const row = await sql`
    select 1 from users where id = ${userId} and organization_id = ${organizationId} and user_type = 'ADMIN'
      and status = 'ACTIVE' and second_factor
      and exists (select from logins l where l.user_id = users.id and l.verified_timestamp is not null)
    for no key update`.maybeOne(tx);
  return row !== undefined;
}

/** Whether an active admin came through the organization's provider in the last hour, and is still linked to it. */
async function wasSingleSignOnTried(tx: Tx, organizationId: number): Promise<boolean> {
  const row = await sql`
    select 1 from sessions s join users u on u.id = s.user_id
    where u.organization_id = ${organizationId} and u.user_type = 'ADMIN' and u.status = 'ACTIVE'
      and s.signed_in_by = 'single-sign-on' and s.create_timestamp > now() - interval '1 hour'
      and exists (select from linked_identities i where i.user_id = u.id and i.organization_id = ${organizationId})
    limit 1`.maybeOne(tx);
  return row !== undefined;
}
