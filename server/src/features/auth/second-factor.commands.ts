import type { FactorMethod, LoginAnswer } from '@kinbridge/contract/auth/auth.contract';
import type { Visitor } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { type Database, type Executor, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { hashOpaqueToken, mintOpaqueToken } from '../../opaque-token.ts';
import { useAuthenticatorCode } from '../factors/authenticator.commands.ts';
import { tryCode } from '../factors/code-attempts.commands.ts';
import { passkeyOptions, usePasskey } from '../factors/passkeys.commands.ts';
import { useRecoveryCode } from '../factors/recovery-codes.commands.ts';
import { refuseOwnSignIn } from '../sign-in-rules/only-single-sign-on.queries.ts';
import { findLoginById } from './auth.queries.ts';
import { type Entrance, finishSignIn, type SignedInAnswer } from './finish-sign-in.commands.ts';

/**
 * What follows a right password, or a person whom a provider vouched for: a session, or the question for the second
 * factor.
 */
export async function signInOrAskFactor(
  tx: Tx,
  app: AppContext,
  caller: Visitor,
  entrance: Entrance,
): Promise<LoginAnswer> {
  const methods = await findNeededFactors(tx, entrance.person.id, entrance.by);
  if (methods.length === 0) return finishSignIn(tx, app, caller, entrance);
  if (entrance.by !== 'single-sign-on') await refuseOwnSignIn(tx, entrance.person.id);
  const token = mintOpaqueToken();
  await sql`insert into second_factor_tokens (token_hash, user_id, device_hash, signed_in_by, expires_timestamp)
    values (${hashOpaqueToken(token)}, ${entrance.person.id}, ${entrance.device?.hash ?? null}, ${entrance.by},
      now() + interval '5 minutes')`.run(tx);
  return { secondFactor: { token, methods } };
}

type Factor = { method: 'totp' | 'recovery'; code: string } | { method: 'passkey'; response: unknown };

type FactorAnswer = Factor & { token: string; userAgent: string | null };

/** Completes a sign-in with its second factor. */
export async function answerFactor(app: AppContext, caller: Visitor, answer: FactorAnswer): Promise<SignedInAnswer> {
  const tokenHash = hashOpaqueToken(answer.token);
  const pending = await findPendingSignIn(app.db, tokenHash);
  if (!pending) throw expired();
  const owner = { ...pending, requestId: caller.requestId };
  const use = async () => {
    if (!(await takeTry(app.db, tokenHash))) throw expired();
    if (answer.method === 'passkey' && !(await useOwnPasskey(app, caller, pending, answer.response))) return null;
    return transaction(app.db, async (tx) => {
      if (answer.method !== 'passkey' && !(await useCode(tx, app, pending.userId, answer))) return null;
      return complete(tx, app, caller, { ...answer, tokenHash });
    });
  };
  const signedIn = answer.method === 'passkey' ? await use() : await tryCode(app.db, owner, answer.method, use);
  if (signedIn) return signedIn;
  const wrong = answer.method === 'passkey' ? "We couldn't use this passkey." : wrongCode;
  throw new AppError('wrong_factor', `${wrong} Please try again.`);
}

const wrongCode = "This code isn't right, or it was used before.";

/** The options to answer with a passkey of the person who signs in. */
export async function secondFactorOptions(app: AppContext, token: string, host: string | undefined) {
  const pending = await findPendingSignIn(app.db, hashOpaqueToken(token));
  if (!pending) throw expired();
  return passkeyOptions(app, { purpose: 'second-factor', userId: pending.userId }, host);
}

async function useOwnPasskey(app: AppContext, caller: Visitor, owner: PendingSignIn, response: unknown) {
  const use = { purpose: 'second-factor', userId: owner.userId, owner } as const;
  return (await usePasskey(app, caller, response, use)) !== null;
}

function useCode(tx: Tx, app: AppContext, userId: number, { method, code }: Extract<Factor, { code: string }>) {
  return method === 'totp'
    ? useAuthenticatorCode(tx, app, userId, code)
    : useRecoveryCode(tx, app.config, userId, code);
}

/** Commits separately, so that parallel answers count too. False if the token is void. */
async function takeTry(db: Database, tokenHash: Buffer): Promise<boolean> {
  const taken = await sql`update second_factor_tokens set tries = tries + 1 where token_hash = ${tokenHash}
    and tries < ${maxTries} and expires_timestamp > now() returning 1`.maybeOne(db);
  return taken !== undefined;
}

interface UsedToken {
  user_id: number;
  device_hash: Buffer | null;
  signed_in_by: Entrance['by'];
}

/** Uses the token up and starts the session. */
async function complete(
  tx: Tx,
  app: AppContext,
  caller: Visitor,
  { tokenHash, method, userAgent }: { tokenHash: Buffer; method: Entrance['factor']; userAgent: string | null },
): Promise<SignedInAnswer> {
  const used = await sql<UsedToken>`delete from second_factor_tokens where token_hash = ${tokenHash}
    returning user_id, device_hash, signed_in_by`.maybeOne(tx);
  const person = used && (await findLoginById(tx, used.user_id));
  if (!person) throw expired();
  const device = used.device_hash && { token: null, hash: used.device_hash };
  return finishSignIn(tx, app, caller, { person, device, userAgent, by: used.signed_in_by, factor: method });
}

/** The same for a token that is made up, expired, used, or out of tries. */
function expired(): AppError {
  return new AppError('sign_in_expired', 'This sign-in has expired. Please start again.');
}

interface Factors {
  totp: boolean;
  passkey: boolean;
  recovery: boolean;
  required: boolean;
}

/**
 * The factors that complete a sign-in; none if it is complete. An authenticator app is always asked for, a passkey only
 * of operators and if the organization requires a second factor. Nothing is asked for after single sign-on, if the
 * organization counts that as both.
 */
async function findNeededFactors(db: Executor, userId: number, by: Entrance['by']): Promise<FactorMethod[]> {
  const found = await sql<Factors>`
    select exists (select from authenticators where user_id = u.id and confirm_timestamp is not null) as totp,
      exists (select from passkeys where user_id = u.id) as passkey,
      exists (select from recovery_codes where user_id = u.id and use_timestamp is null) as recovery,
      u.user_type = 'OPERATOR' or u.user_type <> 'PATIENT' and coalesce(o.require_second_factor, false) as required
    from users u left join organizations o on o.id = u.organization_id
    where u.id = ${userId} and u.second_factor
      and not (${by === 'single-sign-on'} and coalesce(o.single_sign_on_is_second_factor, false))`.maybeOne(db);
  if (!found || !(found.totp || found.required)) return [];
  return (['totp', 'passkey', 'recovery'] as const).filter((method) => found[method]);
}

interface PendingSignIn {
  userId: number;
  organizationId: number | null;
}

/** A sign-in that waits for its second factor; undefined if its token is unknown, expired or used up. */
async function findPendingSignIn(db: Executor, tokenHash: Buffer): Promise<PendingSignIn | undefined> {
  return sql<PendingSignIn>`select u.id as "userId", u.organization_id as "organizationId"
    from second_factor_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${tokenHash} and t.expires_timestamp > now() and t.tries < ${maxTries}`.maybeOne(db);
}

/** How many answers a token takes. */
const maxTries = 5;
