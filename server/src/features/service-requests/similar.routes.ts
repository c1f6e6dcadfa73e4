import { route } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { seesMember } from '../members/members.queries.ts';
import { findSimilarRequests } from './similar.queries.ts';

export const similarRequestRoutes = [
  route(
    'GET /v1/service-requests/similar',
    'service-request:read',
    async ({ app, caller: { organizationId }, query, recordList }) => {
      const { serviceId, patientId: memberId } = query;
      if (!(await seesMember(app.db, organizationId, memberId))) throw notFound('member');
      const requests = await findSimilarRequests(app.db, { organizationId, serviceId, memberId });
      if (requests === null) throw notFound('service');
      await recordList('member.requests-read', 'user', memberId, { shown: requests.map(({ id }) => id) });
      return requests;
    },
  ),
];
