import type { OutcomeCode } from '@kinbridge/contract/service-requests/outcomes';
import type { ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { hasNotEnded, isStalled, unavailability } from './service-request-row.queries.ts';

/** What an email may say about a request: nothing about the member, and no text that someone typed. */
export interface EmailFacts {
  id: number;
  status: ServiceRequestStatus;
  service: string;
  organization: string;
  provider: string;
  outcome_code: OutcomeCode | null;
  outcome_by: string | null;
  /** Whether nobody at the provider has responded yet. */
  waits: boolean;
  stalled: boolean;
  stall_days: number;
  /** Whether the reader is on the providing side. */
  provides: boolean;
  unavailable: ServiceRequest['unavailable'];
}

export async function findEmailFacts(db: Executor, requestId: number, userId: number): Promise<EmailFacts | undefined> {
  return sql<EmailFacts>`
    select r.id, r.status, s.name as service, o.name as organization, p.name as provider, r.outcome_code, r.outcome_by,
      r.responded_timestamp is null and ${hasNotEnded} as waits, ${isStalled} as stalled, s.stall_days,
      exists (select from users u where u.id = ${userId} and u.organization_id = p.id) as provides, ${unavailability} as unavailable
    from service_requests r join services s on s.id = r.service_id join organizations o on o.id = r.organization_id
      join organizations p on p.id = r.provider_id where r.id = ${requestId}`.maybeOne(db);
}
