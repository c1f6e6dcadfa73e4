import { type LoginAnswer, verifyText, wrongLoginText } from '@kinbridge/contract/auth/auth.contract';
import { countAttempt, forgiveAttempt } from '../../access/attempts.commands.ts';
import { type Caller, type Visitor, visitor } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { type Database, transaction } from '../../db/database.ts';
import { insertReadEntry } from '../../records/audit/audit.commands.ts';
import { usePasskey } from '../factors/passkeys.commands.ts';
import { findLoginById, findLoginsWithPassword, holdPassword, type Login } from './auth.queries.ts';
import { findDevice, subjectOf } from './device-tokens.commands.ts';
import { finishSignIn, type SignedInAnswer } from './finish-sign-in.commands.ts';
import { verifyPassword } from './passwords.ts';
import { signInOrAskFactor } from './second-factor.commands.ts';

interface SignIn {
  email: string;
  password: string;
  deviceToken?: string | undefined;
  userAgent: string | null;
}

/**
 * Signs in. A guessing stranger uses up the attempts of unknown devices, never those of a device the owner has used.
 */
export async function signIn(app: AppContext, caller: Visitor, input: SignIn): Promise<LoginAnswer> {
  const device = await findDevice(app.db, input.email, input.deviceToken);
  const subject = subjectOf('login', input.email, device);
  await countAttempt(app.db, subject, app.config.limits.perAccount);
  const logins = await findLoginsWithPassword(app.db, input.email);
  const login = await findOwn(logins, input.password);
  if (!login) {
    await recordWrongPassword(
      app.db,
      caller,
      logins.find(({ verified }) => verified),
    );
    throw wrongLogin();
  }
  await forgiveAttempt(app.db, subject);
  if (!login.verified) throw new AppError('unverified', verifyText);
  return transaction(app.db, async (tx) => {
    if (!(await holdPassword(tx, login))) throw wrongLogin();
    return signInOrAskFactor(tx, app, caller, { person: login, device, userAgent: input.userAgent, by: 'password' });
  });
}

/** The login with this password. Claims are compared side by side, and an unknown address takes as long as a known one. */
async function findOwn(logins: Login[], password: string): Promise<Login | undefined> {
  const hashes = logins.length > 0 ? logins.map((login) => login.password_hash) : [undefined];
  const matches = await Promise.all(hashes.map((hash) => verifyPassword(hash, password)));
  return logins[matches.indexOf(true)];
}

/** Never records the typed values. Refused attempts leave no row, so the limit also bounds the rows per minute. */
export async function recordWrongPassword(
  db: Database,
  { requestId }: Caller | Visitor,
  login: Login | undefined,
): Promise<void> {
  // Doesn't wait for the disk, which would reveal known addresses.
  if (!login || (login.organization_id === null && login.user_type !== 'OPERATOR')) return;
  await insertReadEntry(db, {
    caller: visitor(requestId),
    organizationId: login.organization_id,
    action: 'session.login-failed',
    entityId: login.id,
    detail: { count: 1 },
  });
}

function wrongLogin(): AppError {
  return new AppError('wrong_login', wrongLoginText);
}

/** Signs in with a passkey alone: it is something people have, unlocked by something they know or are. */
export async function signInWithPasskey(
  app: AppContext,
  caller: Visitor,
  input: { response: unknown; deviceToken?: string | undefined; userAgent: string | null },
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
