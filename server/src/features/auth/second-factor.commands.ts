import type { LoginAnswer } from '@kinbridge/contract/auth/auth.contract';
import type { Visitor } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { hashOpaqueToken, mintOpaqueToken } from '../../opaque-token.ts';
import { useAuthenticatorCode } from '../factors/authenticator.commands.ts';
import { tryCode } from '../factors/code-attempts.commands.ts';
import { useRecoveryCode } from '../factors/recovery-codes.commands.ts';
import { findLoginById } from './auth.queries.ts';
import { type Entrance, finishSignIn, type SignedInAnswer } from './finish-sign-in.commands.ts';
import { findNeededFactors, findPendingSignIn, maxTries } from './second-factor.queries.ts';

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
  const methods = await findNeededFactors(tx, entrance.person.id);
  if (methods.length === 0) return finishSignIn(tx, app, caller, entrance);
  const token = mintOpaqueToken();
  await sql`insert into second_factor_tokens (token_hash, user_id, device_hash, signed_in_by, expires_timestamp)
    values (${hashOpaqueToken(token)}, ${entrance.person.id}, ${entrance.device?.hash ?? null}, ${entrance.by},
      now() + interval '5 minutes')`.run(tx);
  return { secondFactor: { token, methods } };
}

interface FactorAnswer {
  token: string;
  method: 'totp' | 'recovery';
  code: string;
  userAgent: string | null;
}

/** Completes a sign-in with its second factor. */
export async function answerFactor(app: AppContext, caller: Visitor, answer: FactorAnswer): Promise<SignedInAnswer> {
  const tokenHash = hashOpaqueToken(answer.token);
  const pending = await findPendingSignIn(app.db, tokenHash);
  if (!pending) throw expired();
  const signedIn = await tryCode(app.db, { ...caller, ...pending }, answer.method, async () => {
    if (!(await takeTry(app.db, tokenHash))) throw expired();
    return transaction(app.db, async (tx) => {
      if (!(await useFactor(tx, app, pending.userId, answer))) return null;
      return complete(tx, app, caller, { tokenHash, ...answer });
    });
  });
  if (!signedIn) throw new AppError('wrong_factor', "This code isn't right, or it was used before. Please try again.");
  return signedIn;
}

function useFactor(tx: Tx, app: AppContext, userId: number, { method, code }: FactorAnswer): Promise<boolean> {
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
