import { z } from 'zod';
import { deviceToken, loginAnswer } from '../auth/auth.contract.ts';
import { defineCalls } from '../shared/call.ts';
import { idParam, requiredEmail } from '../shared/fields.ts';
import { exactLine } from '../shared/one-line.ts';
import { password } from '../shared/password.ts';

const domainMessage = 'Must be a domain, such as example.org.';

/** The part of an email address after the @, in lower case. */
export const domain = z
  .string({ error: domainMessage })
  .trim()
  .toLowerCase()
  .max(253, domainMessage)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/, domainMessage)
  .meta({ pattern: undefined, example: 'example.org' });

/** The email domains of an organization, as a provider's settings send them. Left out, they stay. */
export const domains = z
  .array(domain)
  .max(50, 'Please enter at most 50 domains.')
  .transform((list) => [...new Set(list)])
  .optional();

export const signInDomain = z
  .strictObject({
    domain: z.string(),
    proven: z.boolean(),
    /** The text of the DNS record that proves the domain. */
    txtRecord: z.string(),
  })
  .meta({ id: 'SignInDomain' });

export type SignInDomain = z.infer<typeof signInDomain>;

/** The address of an organization's own sign-in page. */
export const slugParams = z.strictObject({ slug: exactLine().max(100) });

export const singleSignOnCalls = defineCalls('Single sign-on', {
  'POST /v1/auth/sso/find': {
    summary: 'Finds where people of an email domain sign in. Null unless an organization has proven the domain.',
    body: z.strictObject({ email: requiredEmail }),
    searches: true,
    answers: z.strictObject({ slug: z.string().nullable(), organization: z.string().nullable() }),
  },
  'GET /v1/auth/sso/{slug}/organization': {
    summary: 'The name of the organization whose sign-in page this is.',
    params: slugParams,
    answers: z.strictObject({ name: z.string() }),
  },
  'GET /v1/auth/sso/{slug}': {
    summary: "Sends the browser to the organization's identity provider.",
    params: slugParams,
    // A provider that starts the sign-in adds parameters of its own.
    query: z.looseObject({
      returnPath: exactLine().max(2000).optional(),
      /** The provider must ask people even if they are signed in there, so that this is a proof. */
      again: z.literal('true').optional(),
      /** Set by us when a SAML provider answered without a request: it is asked for an answer to one, once. */
      unsolicited: z.literal('true').optional(),
    }),
    page: true,
    status: 302,
    errors: [403, 502],
  },
  'POST /v1/auth/sso': {
    summary:
      "Signs in with the code from /login/done, in the browser that began the trip. If a login with that address exists, its owner confirms with the password first. Outside the organization's proven domains, a first trip is confirmed with a link that is mailed to the address.",
    body: z.strictObject({ code: exactLine().max(500), deviceToken }),
    answers: z.union([
      loginAnswer,
      z.strictObject({ link: z.strictObject({ token: z.string(), email: z.string() }) }),
      z.strictObject({ confirm: z.strictObject({ email: z.string() }) }),
    ]),
    errors: [401, 403],
  },
  'POST /v1/auth/sso/link': {
    summary: 'Links an existing login to the identity provider with its password, once, and signs in.',
    body: z.strictObject({ token: exactLine().max(500), password, deviceToken }),
    answers: loginAnswer,
    errors: [401, 403],
  },
  'POST /v1/auth/sso/confirm': {
    summary:
      'Signs in with the token of the mailed link, in the browser that began the trip. Another browser gets 403 other_browser, and the link stays good.',
    body: z.strictObject({ token: exactLine().max(500), deviceToken }),
    answers: loginAnswer,
    errors: [401, 403],
  },
  'POST /v1/organizations/{id}/sign-in-domains/{domain}/check': {
    summary: 'Looks for the DNS record that proves a domain, and lists the domains.',
    params: z.strictObject({ id: idParam, domain }),
    needsProof: true,
    answers: z.array(signInDomain),
    errors: [409, 502],
  },
});
