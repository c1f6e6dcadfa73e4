import { verifyText, wrongLoginText } from '@kinbridge/contract/auth/auth.contract';
import { publicRoute } from '../../access/route.ts';
import { AppError } from '../../app-error.ts';
import { transaction } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { audit } from '../audit/audit.commands.ts';
import { findUser } from '../users/users.queries.ts';
import { countAttempt, forgiveAttempt } from './attempts.commands.ts';
import { findLoginByEmail, holdPassword } from './auth.queries.ts';
import { codeTries, resetPassword } from './password-reset.commands.ts';
import { hashPassword, refuseCommonPassword, verifyPassword } from './passwords.ts';
import { endSessionOf, refreshTokens, startSession } from './sessions.commands.ts';
import { signUpUser } from './sign-up.commands.ts';
import { verifyEmail } from './verification.commands.ts';

export const authRoutes = [
  publicRoute('POST /v1/auth/sign-up', async ({ app, body, once, requestId }) => {
    refuseCommonPassword(app.config.root, body.password);
    await countAttempt(app.db, `sign-up ${body.email}`, app.config.limits.perAccount);
    const passwordHash = await hashPassword(body.password);
    return once((tx) => signUpUser(tx, app.config, body, passwordHash, requestId));
  }),

  publicRoute('POST /v1/auth/verify-email', async ({ app, body, requestId }) => {
    await verifyEmail(app.db, app.config, body.token, requestId);
    return { message: 'Your email is verified. You can sign in now.' };
  }),

  publicRoute('POST /v1/auth/resend-verification', async ({ app, body }) => {
    await countAttempt(app.db, `resend ${body.email}`, app.config.limits.perAccount);
    const login = await findLoginByEmail(app.db, body.email);
    await addJob(app.db, 'mail-account', { kind: 'verify-email', userId: login?.id ?? null });
    return { message: 'If this address waits to be verified, a new link is on its way.' };
  }),

  publicRoute('POST /v1/auth/login', async ({ app, body, requestId }) => {
    const subject = `login ${body.email.toLowerCase()}`;
    await countAttempt(app.db, subject, app.config.limits.perAccount);
    const login = await findLoginByEmail(app.db, body.email);
    if (!(await verifyPassword(login?.password_hash, body.password)) || !login) {
      throw new AppError('wrong_login', wrongLoginText);
    }
    await forgiveAttempt(app.db, subject);
    if (!login.verified) throw new AppError('unverified', verifyText);
    return transaction(app.db, async (tx) => {
      if (!(await holdPassword(tx, login))) throw new AppError('wrong_login', wrongLoginText);
      const tokens = await startSession(tx, app.config, login);
      await audit(tx, {
        actor: { userId: login.id },
        requestId,
        organizationId: login.organization_id,
        action: 'session.login',
        entityType: 'user',
        entityId: login.id,
      });
      const user = await findUser(tx, login.id);
      if (!user) throw new AppError('wrong_login', wrongLoginText);
      return { body: user, ...tokens };
    });
  }),

  publicRoute('POST /v1/auth/refresh-token', async ({ app, body }) => {
    const tokens = await refreshTokens(app.db, app.config, body.token);
    if (!tokens) throw new AppError('signed_out', 'Your session has ended. Please sign in again.');
    return tokens;
  }),

  publicRoute('POST /v1/auth/logout', async ({ app, body, requestId }) => {
    await endSessionOf(app.db, body.token, requestId);
    return undefined;
  }),

  publicRoute('POST /v1/auth/forgotPassword/{email}', async ({ app, params }) => {
    await countAttempt(app.db, `forgot ${params.email}`, app.config.limits.perAccount);
    const login = await findLoginByEmail(app.db, params.email);
    await addJob(app.db, 'mail-account', { kind: 'reset-code', userId: login?.id ?? null });
    return { message: 'If this address belongs to an account, a code is on its way.' };
  }),

  publicRoute('POST /v1/auth/forgotPasswordVerify', async ({ app, body, requestId }) => {
    refuseCommonPassword(app.config.root, body.password);
    await countAttempt(app.db, `code ${body.email}`, app.config.limits.perAccount);
    const subject = `wrong code ${body.email}`;
    await countAttempt(app.db, subject, codeTries.limit, codeTries.minutes);
    const passwordHash = await hashPassword(body.password);
    await resetPassword(app.db, app.config, { email: body.email, code: body.token, passwordHash }, requestId);
    await forgiveAttempt(app.db, subject, codeTries.minutes);
    return { message: 'Your password was changed. You can sign in now.' };
  }),
];
