import { countAttempt, mailsAnHour } from '../../access/attempts.commands.ts';
import { requireSelf } from '../../access/require-self.ts';
import { publicRoute, signedInRoute } from '../../access/route.ts';
import { isUse, sessionIdle } from '../../access/session-use.ts';
import { AppError } from '../../app-error.ts';
import { askForMail } from './account-mails.commands.ts';
import { findLoginsToReset } from './auth.queries.ts';
import { userAgentOf } from './finish-sign-in.commands.ts';
import { changePassword } from './password-change.commands.ts';
import { resetPassword } from './password-reset.commands.ts';
import { endSessionOf, refreshTokens } from './sessions.commands.ts';
import { signIn } from './sign-in.commands.ts';

export const authRoutes = [
  publicRoute('POST /v1/auth/login', ({ app, caller, body, headers }) =>
    signIn(app, caller, { ...body, userAgent: userAgentOf(headers) }),
  ),

  publicRoute('POST /v1/auth/refresh-token', async ({ app, body, headers }) => {
    const tokens = await refreshTokens(app.db, app.config, { token: body.token, isUse: isUse(headers) });
    if (tokens === 'idle') throw sessionIdle();
    if (!tokens) throw new AppError('signed_out', 'Your session has ended. Please sign in again.');
    return tokens;
  }),

  publicRoute('POST /v1/auth/logout', async ({ app, caller, body }) => {
    await endSessionOf(app.db, caller, body.token);
    return undefined;
  }),

  publicRoute('POST /v1/auth/forgotPassword/{email}', async ({ app, params }) => {
    await countAttempt(app.db, `forgot ${params.email}`, mailsAnHour, 60);
    await askForMail(app.db, 'reset-code', await findLoginsToReset(app.db, params.email));
    return { message: 'If this address belongs to an account, a code is on its way.' };
  }),

  publicRoute('POST /v1/auth/forgotPasswordVerify', async ({ app, caller, body }) => {
    await resetPassword(app, caller, body);
    return { message: 'Your password was changed. You can sign in now.' };
  }),

  signedInRoute('PUT /v1/users/{id}/password', 'user:edit', async ({ app, caller, params, body }) => {
    requireSelf(caller, params.id);
    await changePassword(app, caller, body);
    return undefined;
  }),
];
