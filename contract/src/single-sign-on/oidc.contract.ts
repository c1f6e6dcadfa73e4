import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { requiredText } from '../shared/fields.ts';
import { exactLine } from '../shared/one-line.ts';
import { domains, signInDomain } from './single-sign-on.contract.ts';

export const oidcForm = z.strictObject({
  issuer: requiredText('Issuer', 500),
  clientId: requiredText('Client ID', 300),
  /** Left out, it stays. */
  clientSecret: requiredText('Client secret', 1000).optional(),
  domains,
});

export type OidcForm = z.input<typeof oidcForm>;

/** The provider's settings, without its secret. Null until one is set up. */
const oidcSettings = z.strictObject({
  issuer: z.string().nullable(),
  clientId: z.string().nullable(),
  domains: z.array(signInDomain),
  slug: z.string(),
  redirectUri: z.string(),
});

export type OidcSettings = z.infer<typeof oidcSettings>;

export const oidcCalls = defineCalls('Single sign-on', {
  'GET /v1/organizations/{id}/oidc': {
    summary: "The organization's OpenID Connect provider, and what to enter there.",
    answers: oidcSettings,
  },
  'PUT /v1/organizations/{id}/oidc': {
    summary: 'Sets up an OpenID Connect provider. The issuer must answer with its configuration.',
    body: oidcForm,
    needsProof: true,
    answers: oidcSettings,
  },
  'DELETE /v1/organizations/{id}/oidc': {
    summary: "Removes the organization's OpenID Connect provider.",
    needsProof: true,
    answers: oidcSettings,
    errors: [409],
  },
  'GET /v1/auth/oidc/callback': {
    summary: 'Where an OpenID Connect provider sends the browser back to.',
    // Providers add parameters of their own.
    query: z.looseObject({ state: exactLine().max(2000).optional() }),
    page: true,
    status: 303,
    errors: [403, 502],
  },
});
