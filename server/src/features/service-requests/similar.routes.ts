import { route } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { requireMember } from '../members/member-access.ts';
import { findSimilarRequests } from './similar.queries.ts';

export const similarRequestRoutes = [
  route(
    'GET /v1/service-requests/similar',
    'service-request:read',
    async ({ app, caller: { organizationId }, query, recordList }) => {
      const { serviceId, patientId: memberId } = query;
      await requireMember(app.db, organizationId, memberId);
      const requests = await findSimilarRequests(app.db, { organizationId, serviceId, memberId });
      if (requests === null) throw notFound('service');
      await recordList('member.requests-read', memberId, { shown: requests.map(({ id }) => id) });
      return requests;
    },
  ),
];
