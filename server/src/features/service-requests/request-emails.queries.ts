import type { OutcomeCode } from '@kinbridge/contract/service-requests/outcomes';
import type { ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** What an email may say about a request: nothing about the member, and no text that someone typed. */
export interface EmailFacts {
  id: number;
  status: ServiceRequestStatus;
  service: string;
  organization: string;
  provider: string;
  outcome_code: OutcomeCode | null;
  outcome_by: string | null;
}

export async function findEmailFacts(db: Executor, requestId: number): Promise<EmailFacts | undefined> {
  return sql<EmailFacts>`
    select r.id, r.status, s.name as service, o.name as organization, p.name as provider, r.outcome_code, r.outcome_by
    from service_requests r join services s on s.id = r.service_id join organizations o on o.id = r.organization_id
      join organizations p on p.id = r.provider_id where r.id = ${requestId}`.maybeOne(db);
}
