import type { Caller } from '../../access/caller.ts';
import { requireSelf } from '../../access/require-self.ts';
import { publicRoute, signedInRoute } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { notFound, orNotFound } from '../../app-error.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  findAuthenticator,
  renewRecoveryCodes,
  switchOffAuthenticator,
} from '../factors/authenticator.commands.ts';
import { addPasskey, newPasskeyOptions, passkeyOptions, removePasskey } from '../factors/passkeys.commands.ts';
import { listPasskeys } from '../factors/passkeys.queries.ts';
import { findLoginById } from './auth.queries.ts';
import { userAgentOf } from './finish-sign-in.commands.ts';
import { checkOwnPassword } from './password-change.commands.ts';
import { answerFactor, secondFactorOptions } from './second-factor.commands.ts';
import { signInWithPasskey } from './sign-in.commands.ts';

export const factorRoutes = [
  publicRoute('POST /v1/auth/second-factor', ({ app, caller, body, headers }) =>
    answerFactor(app, caller, { ...body, userAgent: userAgentOf(headers) }),
  ),

  publicRoute('POST /v1/auth/second-factor/options', ({ app, body, headers }) =>
    secondFactorOptions(app, body.token, hostOf(headers)),
  ),

  publicRoute('POST /v1/auth/passkey/options', ({ app, headers }) =>
    passkeyOptions(app, { purpose: 'sign-in', userId: null }, hostOf(headers)),
  ),

  publicRoute('POST /v1/auth/passkey', ({ app, caller, body, headers }) =>
    signInWithPasskey(app, caller, { ...body, userAgent: userAgentOf(headers) }),
  ),

  signedInRoute('GET /v1/users/{id}/passkeys', 'security:own', ({ app, caller, params }) => {
    requireSelf(caller, params.id);
    return listPasskeys(app.db, caller.userId);
  }),

  signedInRoute('POST /v1/users/{id}/passkeys/options', 'security:own', async ({ app, caller, params, headers }) => {
    requireSelf(caller, params.id);
    return newPasskeyOptions(app, caller.userId, await findEmail(app, caller), hostOf(headers));
  }),

  signedInRoute('POST /v1/users/{id}/passkeys', 'security:own', async ({ app, caller, params, body }) => {
    requireSelf(caller, params.id);
    return addPasskey(app, caller, await findEmail(app, caller), body);
  }),

  signedInRoute('DELETE /v1/users/{id}/passkeys/{passkeyId}', 'security:own', async ({ app, caller, params }) => {
    requireSelf(caller, params.id);
    const email = await findEmail(app, caller);
    if (!(await removePasskey(app, caller, email, params.passkeyId))) throw notFound('passkey');
    return undefined;
  }),

  signedInRoute('GET /v1/users/{id}/totp', 'security:own', ({ app, caller, params }) => {
    requireSelf(caller, params.id);
    return findAuthenticator(app.db, caller.userId);
  }),

  signedInRoute('POST /v1/users/{id}/totp', 'security:own', async ({ app, caller, params }) => {
    requireSelf(caller, params.id);
    return beginAuthenticator(app, caller.userId, await findEmail(app, caller));
  }),

  signedInRoute('PUT /v1/users/{id}/totp', 'security:own', async ({ app, caller, params, body }) => {
    requireSelf(caller, params.id);
    return { recoveryCodes: await confirmAuthenticator(app, caller, body.code) };
  }),

  signedInRoute('POST /v1/users/{id}/totp/recovery-codes', 'security:own', async ({ app, caller, params }) => {
    requireSelf(caller, params.id);
    const recoveryCodes = await renewRecoveryCodes(app, caller, await findEmail(app, caller));
    if (!recoveryCodes) throw notFound('authenticator app');
    return { recoveryCodes };
  }),

  signedInRoute('DELETE /v1/users/{id}/totp', 'security:own', async ({ app, caller, params, body }) => {
    requireSelf(caller, params.id);
    const { email } = await checkOwnPassword(app, caller, body.password, 'password');
    if (!(await findAuthenticator(app.db, caller.userId)).enabled) throw notFound('authenticator app');
    await switchOffAuthenticator(app, caller, email, body.code);
    return undefined;
  }),
];

/** The name by which the browser reached us. */
function hostOf({ host }: Record<string, string | string[] | undefined>): string | undefined {
  return typeof host === 'string' ? host : undefined;
}

/** The address that the caller signs in with. */
async function findEmail(app: AppContext, { userId }: Caller): Promise<string> {
  const login = orNotFound(await findLoginById(app.db, userId), 'person');
  return login.email;
}
