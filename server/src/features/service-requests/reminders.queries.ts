import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

export interface WaitingRequest {
  id: number;
  service: string;
  organization: string;
  provider: string;
}

/** What a reminder says about a request; nothing once someone has responded. */
export async function findWaitingRequest(db: Executor, id: number): Promise<WaitingRequest | undefined> {
  return sql<WaitingRequest>`
    select r.id, s.name as service, o.name as organization, p.name as provider
    from service_requests r join services s on s.id = r.service_id join organizations o on o.id = r.organization_id
      join organizations p on p.id = r.provider_id where r.id = ${id} and r.status = 'REQUESTED'`.maybeOne(db);
}
