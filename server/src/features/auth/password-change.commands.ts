import { countAttempt, forgiveAttempt } from '../../access/attempts.commands.ts';
import type { Caller } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { type AppError, invalidField } from '../../app-error.ts';
import { transaction } from '../../db/database.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { findKnownTexts, findLoginById, holdPassword, type Login } from './auth.queries.ts';
import { findDevice, forgetOtherDevices } from './device-tokens.commands.ts';
import { setPassword } from './password-reset.commands.ts';
import { findPasswordProblem } from './password-strength.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { endSessions } from './sessions.commands.ts';
import { recordWrongPassword } from './sign-in.commands.ts';

interface PasswordChange {
  currentPassword: string;
  password: string;
  deviceToken?: string | undefined;
}

/** Changes the caller's password. Other sessions end, since they may belong to someone who knew the old one. */
export async function changePassword(app: AppContext, caller: Caller, input: PasswordChange) {
  const login = await checkOwnPassword(app, caller, input.currentPassword);
  const problem = await findPasswordProblem(app, input.password, await findKnownTexts(app.db, login));
  if (problem) throw problem;
  const passwordHash = await hashPassword(input.password);
  const device = await findDevice(app.db, login.email, input.deviceToken);
  await transaction(app.db, async (tx) => {
    if (!(await holdPassword(tx, login))) throw wrongPassword();
    await setPassword(tx, login.id, passwordHash);
    await endSessions(tx, login.id, 'password-changed', caller.sessionId);
    await forgetOtherDevices(tx, login.id, device);
    await record(tx, {
      caller,
      organizationId: login.organization_id,
      action: 'user.password-changed',
      entityId: login.id,
    });
  });
}

/** Runs before any transaction, since hashing is slow on purpose. Returns the login. */
export async function checkOwnPassword(
  app: AppContext,
  caller: Caller,
  password: string,
  field: PasswordField = 'currentPassword',
): Promise<Login> {
  const subject = `password ${caller.userId}`;
  await countAttempt(app.db, subject, app.config.limits.perAccount);
  const login = await findLoginById(app.db, caller.userId);
  if (!(await verifyPassword(login?.password_hash, password)) || !login) {
    await recordWrongPassword(app.db, caller, login);
    throw wrongPassword(field);
  }
  await forgiveAttempt(app.db, subject);
  return login;
}

/** The field of the call that has the password. */
type PasswordField = 'currentPassword' | 'password';

export function wrongPassword(field: PasswordField = 'currentPassword'): AppError {
  return invalidField(field, "This isn't your current password.");
}
