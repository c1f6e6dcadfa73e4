import type { FactorMethod } from '@kinbridge/contract/auth/auth.contract';
import { deviceName } from '@kinbridge/contract/auth/device-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import type { Visitor } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { findUser } from '../../records/users/users.queries.ts';
import { refuseOwnSignIn } from '../sign-in-rules/only-single-sign-on.queries.ts';
import { type Device, rememberDevice } from './device-tokens.commands.ts';
import { type SessionStart, type SessionUser, startSession, type Tokens } from './sessions.commands.ts';

/** What every way to sign in answers. */
export type SignedInAnswer = Tokens & { body: User; deviceToken: string };

export interface Entrance extends SessionStart {
  person: SessionUser;
  /** The known device that the call came from. */
  device: Device | null;
  userAgent: string | null;
  /** The second factor, if it was asked for. */
  factor?: FactorMethod;
}

/** Starts the session of a person who proved who they are. */
export async function finishSignIn(
  tx: Tx,
  app: AppContext,
  caller: Visitor,
  { person, device, userAgent, by, factor, provenAt = null }: Entrance,
): Promise<SignedInAnswer> {
  if (by !== 'single-sign-on') await refuseOwnSignIn(tx, person.id);
  const tokens = await startSession(tx, app.config, person, { by, userAgent, provenAt });
  const deviceToken = await rememberDevice(tx, person.id, device);
  await record(tx, {
    caller: { ...caller, userId: person.id },
    organizationId: person.organization_id,
    action: 'session.login',
    entityId: person.id,
    detail: { by, ...(factor && { factor }) },
  });
  if (!device) await tellOfNewDevice(tx, caller, person, userAgent);
  const user = await findUser(tx, person.id);
  if (!user) throw new Error(`User ${person.id} has a login but no row.`);
  return { body: user, ...tokens, deviceToken };
}

/** The caller's browser as it names itself, cut to a sensible length. */
export function userAgentOf(headers: Record<string, string | string[] | undefined>): string | null {
  return [headers['user-agent']].flat()[0]?.slice(0, 300) ?? null;
}

/** Tells the person about a sign-in on a device that isn't known, unless it is their first. */
async function tellOfNewDevice(tx: Tx, caller: Visitor, person: SessionUser, userAgent: string | null): Promise<void> {
  const { email, isFirst } = await sql<{ email: string; isFirst: boolean }>`
    with first as (update logins set signed_in = true where user_id = ${person.id} and not signed_in returning 1)
    select email, exists (select from first) as "isFirst" from logins where user_id = ${person.id}`.one(tx);
  if (isFirst) return;
  await record(tx, {
    caller: { ...caller, userId: person.id },
    organizationId: person.organization_id,
    action: 'session.new-device',
    entityId: person.id,
    emails: [{ kind: 'new-device', userId: person.id, to: email, payload: { device: deviceName(userAgent) } }],
  });
}
