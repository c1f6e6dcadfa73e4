import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { idParam } from '../shared/fields.ts';
import { exactLine, oneLine } from '../shared/one-line.ts';
import { domains, signInDomain, slugParams } from './single-sign-on.contract.ts';

const tag = 'Single sign-on';

const organizationParams = z.strictObject({ id: idParam });

export const samlForm = z
  .strictObject({
    /** The provider's metadata as XML. */
    metadata: z.string().trim().min(1, 'Please paste the metadata.').optional(),
    /** Where the provider publishes its metadata. */
    metadataUrl: oneLine().min(1, 'Please enter the address.').max(2000).optional(),
    domains,
  })
  .refine((form) => form.metadata === undefined || form.metadataUrl === undefined, {
    path: ['metadataUrl'],
    message: 'Please send the metadata or its address, not both.',
  });

export type SamlForm = z.input<typeof samlForm>;

export const samlSettings = z
  .strictObject({
    /** Our name at the provider, and the address of our metadata. */
    entityId: z.string(),
    /** Where the provider sends its assertions. */
    acsUrl: z.string(),
    domains: z.array(signInDomain),
    slug: z.string(),
    /** The provider's entity ID. Null until one is set up. */
    issuer: z.string().nullable(),
    metadataUrl: z.string().nullable(),
  })
  .meta({ id: 'SamlSettings' });

export type SamlSettings = z.infer<typeof samlSettings>;

export const samlCalls = {
  'PUT /v1/organizations/{id}/saml': {
    tag,
    summary: "Sets up SAML with the metadata of the organization's identity provider. What is left out stays.",
    params: organizationParams,
    body: samlForm,
    needsProof: true,
    answers: { status: 200, body: samlSettings },
    errors: [400, 401, 403, 404],
  },
  'GET /v1/organizations/{id}/saml': {
    tag,
    summary: "The organization's SAML provider, and what to enter there.",
    params: organizationParams,
    answers: { status: 200, body: samlSettings },
    errors: [400, 401, 403, 404],
  },
  'DELETE /v1/organizations/{id}/saml': {
    tag,
    summary: "Removes the organization's SAML settings.",
    params: organizationParams,
    needsProof: true,
    answers: { status: 200, body: samlSettings },
    errors: [400, 401, 403, 404, 409],
  },
  'GET /v1/auth/saml/{slug}/metadata': {
    tag,
    summary: "Our metadata, for the organization's identity provider.",
    params: slugParams,
    answers: { status: 200, body: null, contentType: 'application/samlmetadata+xml' },
    errors: [404],
  },
  'POST /v1/auth/saml/{slug}/acs': {
    tag,
    summary: 'Takes the assertion of the identity provider, as SAMLResponse and RelayState.',
    params: slugParams,
    form: true,
    page: true,
    answers: { status: 303, body: null },
    errors: [400, 403, 404, 413, 415],
  },
  'GET /v1/auth/saml/{slug}/finish': {
    tag,
    summary: 'Checks that the browser with the assertion is the one that asked for it.',
    params: slugParams,
    query: z.strictObject({ state: exactLine().max(200) }),
    page: true,
    answers: { status: 303, body: null },
    errors: [400, 403, 404],
  },
} as const satisfies CallGroup;
