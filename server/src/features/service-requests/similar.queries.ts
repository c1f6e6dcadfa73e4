import { type SimilarRequest, similarDays } from '@kinbridge/contract/service-requests/similar.contract';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { contactJson } from '../services/services.queries.ts';

/** The member's unfinished requests that the organization sees; null if it can't see the service. */
export async function findSimilarRequests(
  db: Executor,
  { organizationId, serviceId, memberId }: { organizationId: number; serviceId: number; memberId: number },
): Promise<SimilarRequest[] | null> {
  const row = await sql<{ requests: SimilarRequest[] }>`
    select coalesce((
      select json_agg(json_build_object('id', r.id, 'status', r.status,
        'service', json_build_object('id', s.id, 'name', s.name, 'type', s.type, 'organizationId', s.organization_id,
          'organization', json_build_object('id', o.id, 'name', o.name), 'contact', ${contactJson('o')}),
        'createTimestamp', ${iso('r.create_timestamp')}) order by r.create_timestamp desc, r.id desc)
      from service_requests r join services s on s.id = r.service_id join organizations o on o.id = s.organization_id
      where r.member_id = ${memberId} and ${organizationId} in (r.organization_id, r.provider_id)
        and r.status not in ('COMPLETED', 'CANCELLED')
        and r.create_timestamp > now() - make_interval(days => ${similarDays})
        and (s.id = w.id or s.type = w.type)), '[]'::json) as requests
    from services w join organizations p on p.id = w.organization_id
    where w.id = ${serviceId} and (p.approval = 'APPROVED' or p.id = ${organizationId})`.maybeOne(db);
  return row?.requests ?? null;
}
