import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { idParam, requiredText } from '../shared/fields.ts';
import { exactLine } from '../shared/one-line.ts';
import { domains, signInDomain } from './single-sign-on.contract.ts';

const tag = 'Single sign-on';

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

const params = z.strictObject({ id: idParam });

export const oidcCalls = {
  'GET /v1/organizations/{id}/oidc': {
    tag,
    summary: "The organization's OpenID Connect provider, and what to enter there.",
    params,
    answers: { status: 200, body: oidcSettings },
    errors: [400, 401, 403, 404],
  },
  'PUT /v1/organizations/{id}/oidc': {
    tag,
    summary: 'Sets up an OpenID Connect provider. The issuer must answer with its configuration.',
    params,
    body: oidcForm,
    needsProof: true,
    answers: { status: 200, body: oidcSettings },
    errors: [400, 401, 403, 404],
  },
  'DELETE /v1/organizations/{id}/oidc': {
    tag,
    summary: "Removes the organization's OpenID Connect provider.",
    params,
    needsProof: true,
    answers: { status: 200, body: oidcSettings },
    errors: [400, 401, 403, 404, 409],
  },
  'GET /v1/auth/oidc/callback': {
    tag,
    summary: 'Where an OpenID Connect provider sends the browser back to.',
    // Providers add parameters of their own.
    query: z.looseObject({ state: exactLine().max(2000).optional() }),
    page: true,
    answers: { status: 303, body: null },
    errors: [400, 403, 502],
  },
} as const satisfies CallGroup;
