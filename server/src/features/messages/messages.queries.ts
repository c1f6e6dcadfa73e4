import type { SmsMessage } from '@kinbridge/contract/messages/messages.contract';
import type { UserType } from '@kinbridge/contract/users/user-status';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { canResend } from '../../records/sms/sms-blocked.queries.ts';
import { smsReason } from '../../records/sms/sms-outage.queries.ts';
import { isErasedFor } from '../service-requests/service-request-row.queries.ts';

/** The member as visible to the organization: as last seen, if access has ended. */
const memberName = sql`'firstName', coalesce(t.provider_patient ->> 'firstName', u.first_name),
  'lastName', coalesce(t.provider_patient ->> 'lastName', u.last_name)`;
const lastSeen = (organizationId: number) => sql`left join service_requests t on t.id = s.service_request_id
  and t.member_id = s.user_id and t.provider_id = ${organizationId} and t.provider_patient is not null`;

const messageJson = (
  organizationId: number,
) => sql<SmsMessage>`json_build_object('id', s.id, 'smsText', s.body, 'isReceived', s.is_received,
  'state', s.state, 'reason', ${smsReason()},
  'recipient', case when s.is_received then json_build_object('firstName', o.name, 'lastName', '')
    when u.id is null then null else json_build_object(${memberName}) end,
  'sender', case when s.is_received and u.id is not null
      then json_build_object(${memberName})
    when f.id is not null then json_build_object('firstName', f.first_name, 'lastName', f.last_name) end,
  'canResend', ${canResend(organizationId)},
  'createTimestamp', ${iso('s.create_timestamp')})`;

const joins = sql`left join users u on u.id = s.user_id left join users f on f.id = s.sender_id
  left join organizations o on o.id = s.organization_id`;

async function findMessages(db: Executor, organizationId: number, where: RawBuilder<unknown>): Promise<SmsMessage[]> {
  const rows = await sql<{ message: SmsMessage }>`
    select ${messageJson(organizationId)} as message from sms_messages s ${joins} ${lastSeen(organizationId)}
    where ${where} order by s.id`.many(db);
  return rows.map((row) => row.message);
}

/** A request's transcript, visible to both organizations. */
export function findRequestMessages(db: Executor, organizationId: number, requestId: number): Promise<SmsMessage[]> {
  return findMessages(
    db,
    organizationId,
    sql`exists (select from service_requests r where r.id = ${requestId} and not ${isErasedFor(organizationId)})
      and s.service_request_id = ${requestId}`,
  );
}

/** A member's transcript with one organization: its own texts, and those of its requests. */
export function findMemberMessages(db: Executor, organizationId: number, memberId: number): Promise<SmsMessage[]> {
  return findMessages(db, organizationId, isMembersText(organizationId, memberId));
}

function isMembersText(organizationId: number, memberId: number): RawBuilder<unknown> {
  return sql`s.user_id = ${memberId} and (s.organization_id = ${organizationId} or exists (
    select from service_requests q where q.id = s.service_request_id
      and ${organizationId} in (q.organization_id, q.provider_id)))`;
}

export async function findMessage(db: Executor, organizationId: number, id: number): Promise<SmsMessage | null> {
  return (await findMessages(db, organizationId, sql`s.id = ${id}`))[0] ?? null;
}

export interface TranscriptRow {
  id: number;
  /** Null for an unknown number. */
  recipientType: UserType | 'ORGANIZATION' | null;
  firstName: string | null;
  phoneNumber: string | null;
  serviceType: string | null;
  serviceRequestId: number | null;
}

/**
 * The rows of a transcript's CSV, specification §9. The recipient of a member's text is the organization. Staff of the
 * other organization appear with its name and without their number.
 */
async function findTranscriptRows(
  db: Executor,
  organizationId: number,
  where: RawBuilder<unknown>,
): Promise<TranscriptRow[]> {
  return sql<TranscriptRow>`
    select s.id, case when s.is_received then 'ORGANIZATION' else u.user_type end as "recipientType",
      v.type as "serviceType", r.id as "serviceRequestId",
      case when own.known and not s.is_received then s.phone_number end as "phoneNumber",
      case when s.is_received then receiver.name
        when own.known then coalesce(t.provider_patient ->> 'firstName', u.first_name)
        else concat_ws(' ', u.first_name, u.last_name, '(' || o.name || ')') end as "firstName"
    from sms_messages s left join service_requests r on r.id = s.service_request_id
      left join services v on v.id = r.service_id left join organizations receiver on receiver.id = s.organization_id
      left join users u on u.id = s.user_id left join organizations o on o.id = u.organization_id
      ${lastSeen(organizationId)}
      cross join lateral (
        select coalesce(u.user_type = 'PATIENT' or u.organization_id = ${organizationId}, false) as known) own
    where ${where} order by s.id`.many(db);
}

export function findRequestTranscript(
  db: Executor,
  organizationId: number,
  requestId: number,
): Promise<TranscriptRow[]> {
  const side = sql`${organizationId} in (r.organization_id, r.provider_id) and not ${isErasedFor(organizationId)}`;
  return findTranscriptRows(db, organizationId, sql`s.service_request_id = ${requestId} and ${side}`);
}

export function findMemberTranscript(db: Executor, organizationId: number, memberId: number): Promise<TranscriptRow[]> {
  return findTranscriptRows(db, organizationId, isMembersText(organizationId, memberId));
}
