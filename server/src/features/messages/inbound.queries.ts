import type { Executor, Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { LockedRequest } from '../service-requests/service-requests.queries.ts';

/** The organization and request an inbound text belongs to. */
export interface Thread {
  organizationId: number | null;
  serviceRequestId: number | null;
  userId: number | null;
}

/** An erasure of the sender that is running ends first, and the next one finds this text. */
export async function holdSenders(tx: Tx, phoneNumber: string): Promise<void> {
  await sql`select 1 from users where phone_number = ${phoneNumber} order by id for key share`.run(tx);
}

const nowhere: Thread = { organizationId: null, serviceRequestId: null, userId: null };

/**
 * The organization and request of the last message sent to the number; if the text names a request of the number's
 * member, that one. If there is none, the text is stored but shown to nobody.
 */
export async function findThread(db: Executor, phoneNumber: string, named: number | null): Promise<Thread> {
  if (named !== null) {
    const row = await sql<Thread>`
      select r.provider_id as "organizationId", r.id as "serviceRequestId", r.member_id as "userId"
      from service_requests r join users m on m.id = r.member_id
      where r.id = ${named} and m.phone_number = ${phoneNumber}`.maybeOne(db);
    if (row) return row;
  }
  const last = await sql<Thread>`
    select organization_id as "organizationId", service_request_id as "serviceRequestId", user_id as "userId"
    from sms_messages where phone_number = ${phoneNumber} and not is_received and state <> 'skipped'
      -- A mass message that still waits is not what anybody answers.
      and organization_id is not null and (campaign_id is null or state <> 'queued')
    order by id desc limit 1`.maybeOne(db);
  return last ?? nowhere;
}

export type PendingRequest = LockedRequest;

/** Requests of this number's members that wait for an answer, locked for the change. */
export async function findPendingOf(db: Executor, phoneNumber: string): Promise<PendingRequest[]> {
  return sql<PendingRequest>`
    select r.id, r.status, r.version, r.organization_id, r.provider_id, r.assignee_id, r.member_id, r.service_id, r.file_id,
      r.member_text_waits, false as is_erased
    from service_requests r join users m on m.id = r.member_id
    where m.phone_number = ${phoneNumber} and m.user_type = 'PATIENT' and r.status = 'PENDING'
    order by r.id for update of r`.many(db);
}

export async function findHelpOrganization(db: Executor, organizationId: number | null) {
  return sql<{ name: string; phone_number: string }>`
    select name, phone_number from organizations where id = ${organizationId}`.maybeOne(db);
}
