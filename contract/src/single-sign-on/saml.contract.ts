import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { exactLine, oneLine } from '../shared/one-line.ts';
import { domains, signInDomain, slugParams } from './single-sign-on.contract.ts';

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

export const samlCalls = defineCalls('Single sign-on', {
  'PUT /v1/organizations/{id}/saml': {
    summary: "Sets up SAML with the metadata of the organization's identity provider. What is left out stays.",
    body: samlForm,
    needsProof: true,
    answers: samlSettings,
  },
  'GET /v1/organizations/{id}/saml': {
    summary: "The organization's SAML provider, and what to enter there.",
    answers: samlSettings,
  },
  'DELETE /v1/organizations/{id}/saml': {
    summary: "Removes the organization's SAML settings.",
    needsProof: true,
    answers: samlSettings,
    errors: [409],
  },
  'GET /v1/auth/saml/{slug}/metadata': {
    summary: "Our metadata, for the organization's identity provider.",
    params: slugParams,
    contentType: 'application/samlmetadata+xml',
  },
  'POST /v1/auth/saml/{slug}/acs': {
    summary: 'Takes the assertion of the identity provider, as SAMLResponse and RelayState.',
    params: slugParams,
    form: true,
    page: true,
    status: 303,
    errors: [413],
  },
  'GET /v1/auth/saml/{slug}/finish': {
    summary: 'Checks that the browser with the assertion is the one that asked for it.',
    params: slugParams,
    query: z.strictObject({ state: exactLine().max(200) }),
    page: true,
    status: 303,
    errors: [403],
  },
});
