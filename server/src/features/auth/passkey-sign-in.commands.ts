import { verifyText } from '@kinbridge/contract/auth/auth.contract';
import type { Visitor } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { transaction } from '../../db/database.ts';
import { usePasskey } from '../factors/passkeys.commands.ts';
import { findLoginById } from './auth.queries.ts';
import { findDevice } from './device-tokens.commands.ts';
import { finishSignIn, type SignedInAnswer } from './finish-sign-in.commands.ts';

interface PasskeySignIn {
  response: unknown;
  deviceToken?: string | undefined;
  userAgent: string | null;
}

/** Signs in with a passkey alone: it is something people have, unlocked by something they know or are. */
export async function signInWithPasskey(
  app: AppContext,
  caller: Visitor,
  input: PasskeySignIn,
): Promise<SignedInAnswer> {
  const use = { purpose: 'sign-in', userId: null, owner: null } as const;
  const userId = await usePasskey(app, caller, input.response, use);
  const person = userId === null ? undefined : await findLoginById(app.db, userId);
  if (!person)
    throw new AppError('wrong_factor', "We couldn't use this passkey. Try again or sign in with your password.");
  if (!person.verified) throw new AppError('unverified', verifyText);
  const device = await findDevice(app.db, person.email, input.deviceToken);
  return transaction(app.db, (tx) =>
    finishSignIn(tx, app, caller, { person, device, userAgent: input.userAgent, by: 'passkey' }),
  );
}
