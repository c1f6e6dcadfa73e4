import { fullName } from '@kinbridge/contract/users/full-name';
import { countAttempt, mailsAnHour } from '../../access/attempts.commands.ts';
import { publicRoute } from '../../access/route.ts';
import { askForMail } from '../auth/account-mails.commands.ts';
import { findLoginsWithPassword } from '../auth/auth.queries.ts';
import { findPasswordProblem } from '../auth/password-strength.ts';
import { hashPassword } from '../auth/passwords.ts';
import { findOrganizationName, signUpUser } from './sign-up.commands.ts';
import { verifyEmail } from './verification.commands.ts';

export const signUpRoutes = [
  publicRoute('POST /v1/auth/sign-up', async ({ app, caller, body, once }) => {
    await countAttempt(app.db, `sign-up ${body.email}`, app.config.limits.perAccount);
    const organization = await findOrganizationName(app.db, body.organizationId);
    const known = [organization, fullName(body), body.email];
    const problem = await findPasswordProblem(app, body.password, known);
    if (problem) throw problem;
    const passwordHash = await hashPassword(body.password);
    return once((tx) => signUpUser(tx, app.config, caller, { ...body, passwordHash }));
  }),

  publicRoute('POST /v1/auth/verify-email', async ({ app, caller, body }) => {
    const email = await verifyEmail(app.db, app.config, caller, body);
    return { message: 'Your email is verified. You can sign in now.', email };
  }),

  publicRoute('POST /v1/auth/resend-verification', async ({ app, body }) => {
    await countAttempt(app.db, `resend ${body.email}`, mailsAnHour, 60);
    const logins = await findLoginsWithPassword(app.db, body.email);
    await askForMail(
      app.db,
      'verify-email',
      logins.filter(({ verified }) => !verified),
    );
    return { message: 'If this address needs to be verified, a new link is on its way.' };
  }),
];
