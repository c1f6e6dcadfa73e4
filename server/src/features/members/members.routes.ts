import type { memberQuery } from '@kinbridge/contract/members/members.contract';
import type { z } from 'zod';
import type { StaffCaller } from '../../access/caller.ts';
import { JsonText, organizationRoute, type RouteRequest } from '../../access/route.ts';
import { recordingCandidates } from './member-candidates.ts';
import { addMember } from './members.commands.ts';
import { findMembers } from './members.queries.ts';
import { findSimilarMembers } from './merges.queries.ts';

export const memberRoutes = [
  organizationRoute('GET /v1/organizations/{id}/members', 'member:read', ['params.id', 'query.entityId'], (input) =>
    readMembers(input, input.query),
  ),

  organizationRoute(
    'POST /v1/organizations/{id}/members/search',
    'member:read',
    ['params.id', 'body.entityId'],
    (input) => readMembers(input, input.body),
  ),

  organizationRoute('POST /v1/organizations/{id}/members', 'member:add', 'params.id', (input) =>
    recordingCandidates(input, () => input.once((tx) => addMember(tx, input.caller, input.body))),
  ),

  organizationRoute(
    'POST /v1/organizations/{id}/members/similar',
    'member:read',
    'params.id',
    async ({ app, params, body, recordList }) => {
      const similar = await findSimilarMembers(app.db, params.id, body);
      const shown = similar.map(({ member }) => member.id);
      await recordList('member.list', params.id, { shown });
      return similar;
    },
  ),
];

async function readMembers(
  { app, caller, recordList }: RouteRequest<StaffCaller>,
  query: z.output<typeof memberQuery>,
) {
  const { organizationId } = caller;
  const { name, birthDate, status, serviceType, serviceName } = query;
  const { page = 0, size = 50, sort = { field: 'firstName', descending: true } } = query;
  const found = await findMembers(app.db, {
    organizationId,
    name,
    birthDate,
    status,
    serviceType,
    serviceName,
    page,
    size,
    sort,
  });
  await recordList('member.list', organizationId, { shown: found.ids });
  return new JsonText(found.page);
}
