import { FileAnswer, organizationRoute, publicRoute } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { isKnownSlug } from './providers.queries.ts';
import { readSaml, removeSaml, saveSaml } from './saml.commands.ts';
import { samlKeyPair } from './saml-key-pair.commands.ts';
import { ownMetadata, serviceProviderOf } from './saml-service-provider.ts';
import { acceptAssertion, finishSaml } from './saml-sign-in.commands.ts';

export const samlRoutes = [
  organizationRoute('PUT /v1/organizations/{id}/saml', 'single-sign-on:connect', 'params.id', ({ app, caller, body }) =>
    saveSaml(app, caller, body),
  ),

  organizationRoute('GET /v1/organizations/{id}/saml', 'single-sign-on:read', 'params.id', ({ app, caller }) =>
    readSaml(app, caller),
  ),

  organizationRoute('DELETE /v1/organizations/{id}/saml', 'single-sign-on:remove', 'params.id', ({ app, caller }) =>
    removeSaml(app, caller),
  ),

  publicRoute('GET /v1/auth/saml/{slug}/metadata', async ({ app, params: { slug } }) => {
    if (!(await isKnownSlug(app.db, slug))) throw notFound('sign-in page');
    const xml = await ownMetadata(serviceProviderOf(app.config.publicUrl, slug), await samlKeyPair(app));
    return new FileAnswer(
      Buffer.from(xml),
      'application/samlmetadata+xml; charset=utf-8',
      `kinbridge-${slug}.xml`,
      'no-store',
    );
  }),

  publicRoute('POST /v1/auth/saml/{slug}/acs', ({ app, caller, params, form, address }) =>
    acceptAssertion(app, caller, params.slug, { form, address }),
  ),

  publicRoute('GET /v1/auth/saml/{slug}/finish', ({ app, caller, params, query, headers }) =>
    finishSaml(app, caller, params.slug, { state: query.state, cookies: [headers.cookie].flat()[0] }),
  ),
];
