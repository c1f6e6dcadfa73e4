import { AppError } from '../../app-error.ts';
import { listAnswer, maxPage } from './scim-list.ts';
import { groupSchema, userSchema } from './scim-resources.ts';
import type { ScimRequest, ScimResource, ScimRoute } from './scim-route.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0';

/** What this service supports, as RFC 7643, section 5 describes it. */
function serviceProviderConfig({ base }: ScimRequest): ScimResource {
  return {
    schemas: [`${core}:ServiceProviderConfig`],
    documentationUri: 'https://www.rfc-editor.org/rfc/rfc7644',
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: maxPage },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token that an admin creates in Account, under Sign-in.',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

async function resourceTypes({ base }: ScimRequest): Promise<ScimResource[]> {
  const type = (name: string, description: string, schema: string) => ({
    schemas: [`${core}:ResourceType`],
    id: name,
    name,
    endpoint: `/${name}s`,
    description,
    schema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  });
  return [type('User', "The organization's staff", userSchema), type('Group', 'Admins and employees', groupSchema)];
}

/** The standard's attributes that we keep. */
const supported = new Set(['userName', 'name', 'displayName', 'emails', 'active', 'groups', 'members']);

async function schemas({ base }: ScimRequest): Promise<ScimResource[]> {
  const { Schemas } = await import('scimmy');
  return [Schemas.User, Schemas.Group].map(({ definition }) => {
    const { attributes, ...rest } = definition.describe();
    return {
      ...JSON.parse(JSON.stringify(rest)),
      attributes: attributes.filter(({ name }) => supported.has(name)),
      meta: { resourceType: 'Schema', location: `${base}/Schemas/${definition.id}` },
    };
  });
}

function one(path: string, find: (request: ScimRequest) => Promise<ScimResource[]>): ScimRoute[] {
  return [
    {
      method: 'GET',
      path,
      handle: async (request) => {
        const all = await find(request);
        return { status: 200, body: listAnswer(all, { startIndex: 1 }, all.length) };
      },
    },
    {
      method: 'GET',
      path: `${path}/:id`,
      handle: async (request) => {
        const body = (await find(request)).find(({ id }) => id === request.id);
        if (!body) throw new AppError('not_found', "We couldn't find that.");
        return { status: 200, body };
      },
    },
  ];
}

export const discoveryRoutes: ScimRoute[] = [
  {
    method: 'GET',
    path: '/ServiceProviderConfig',
    handle: async (request) => ({ status: 200, body: serviceProviderConfig(request) }),
  },
  ...one('/ResourceTypes', resourceTypes),
  ...one('/Schemas', schemas),
];
