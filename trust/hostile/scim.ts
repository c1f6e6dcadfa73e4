import { z } from 'zod';
import { scimRoutes } from '../../server/src/features/scim/scim.routes.ts';
import { hashOpaqueToken, mintOpaqueToken } from '../../server/src/opaque-token.ts';
import { buildOrganization, buildUser } from '../../server/src/testing/build.ts';
import type { CallOptions, TestApp } from '../../server/src/testing/test-app.ts';
import { canaryPerson } from '../world.ts';
import type { Operation } from './inputs.ts';

/** The shape of every error under /scim/v2, RFC 7644. */
export const scimErrorBody = z.strictObject({
  schemas: z.tuple([z.literal('urn:ietf:params:scim:api:messages:2.0:Error')]),
  status: z.string(),
  scimType: z.string().optional(),
  detail: z.string(),
});

const query = ['filter', 'startIndex', 'count', 'sortBy', 'attributes', 'excludedAttributes'];
const parameter = (name: string, where: 'path' | 'query') => ({
  name,
  in: where,
  required: where === 'path',
  schema: { type: 'string' },
});

/**
 * Every route under /scim/v2, which the API document doesn't have, with a valid request. The directory belongs to an
 * organization of its own, since it may end anyone's session there.
 */
export async function buildDirectory(portal: TestApp) {
  const { id: organizationId } = await buildOrganization(portal);
  const admin = await buildUser(portal, organizationId, { userType: 'ADMIN' });
  const person = await buildUser(portal, organizationId);
  const token = mintOpaqueToken();
  await portal.app.pool.query('insert into scim_tokens (organization_id, token_hash, created_by) values ($1, $2, $3)', [
    organizationId,
    hashOpaqueToken(token),
    admin.id,
  ]);
  const operations = scimRoutes.map(({ method, path }) => ({
    name: `${method} /scim/v2${path.replace(':id', '{id}')}`,
    operation: describe(method, path),
    base: validRequest(method, path, person.id),
  }));
  return { token, operations, ids: [String(admin.id), String(person.id), 'admins', 'employees'] };
}

function describe(method: string, path: string): Operation {
  const writes = ['POST', 'PUT', 'PATCH'].includes(method);
  return {
    parameters: [
      ...(path.includes(':id') ? [parameter('id', 'path')] : []),
      ...(method === 'GET' ? query.map((name) => parameter(name, 'query')) : []),
    ],
    ...(writes && { requestBody: { content: { 'application/scim+json': { schema: {} } } } }),
  };
}

let people = 0;

function validRequest(method: string, path: string, personId: number): CallOptions {
  const isGroup = path.startsWith('/Groups');
  const params = path.includes(':id') ? { id: isGroup ? 'employees' : String(personId) } : {};
  if (method === 'PATCH') return { params, body: isGroup ? patch('members', [{ value: String(personId) }]) : names() };
  if (method === 'GET') return { params, query: { filter: 'userName eq "ada@willow.example"', startIndex: '1' } };
  if (method === 'DELETE') return { params };
  return { params, body: isGroup ? { displayName: 'Employees', members: [] } : newUser() };
}

const patch = (path: string, value: unknown) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'add', path, value }],
});
const names = () => patch('name.familyName', canaryPerson.lastName);
const newUser = () => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `canarywing.scim${++people}@example.org`,
  externalId: `x-${people}`,
  name: { givenName: canaryPerson.firstName, familyName: canaryPerson.lastName },
  active: true,
});
