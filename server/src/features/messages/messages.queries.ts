import type { SmsMessage } from '@kinbridge/contract/messages/messages.contract';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';

const messageJson = sql<SmsMessage>`json_build_object('id', s.id, 'smsText', s.body, 'isReceived', s.is_received,
  'state', s.state, 'reason', s.reason,
  'recipient', case when s.is_received then json_build_object('firstName', o.name, 'lastName', '')
    when u.id is null then null else json_build_object('firstName', u.first_name, 'lastName', u.last_name) end,
  'sender', case when s.is_received and u.id is not null
      then json_build_object('firstName', u.first_name, 'lastName', u.last_name)
    when f.id is not null then json_build_object('firstName', f.first_name, 'lastName', f.last_name) end,
  'createTimestamp', ${iso('s.create_timestamp')})`;

const joins = sql`left join users u on u.id = s.user_id left join users f on f.id = s.sender_id
  left join organizations o on o.id = s.organization_id`;

async function findMessages(db: Executor, where: RawBuilder<unknown>): Promise<SmsMessage[]> {
  const { rows } = await sql<{ message: SmsMessage }>`
    select ${messageJson} as message from sms_messages s ${joins} where ${where} order by s.id`.execute(db);
  return rows.map((row) => row.message);
}

/** The transcript of a request; both its organizations read it. */
export function findRequestMessages(db: Executor, requestId: number): Promise<SmsMessage[]> {
  return findMessages(db, sql`s.service_request_id = ${requestId}`);
}

/** The transcript of a member with one organization: its own texts, and those of requests it has a side in. */
export function findMemberMessages(db: Executor, organizationId: number, memberId: number): Promise<SmsMessage[]> {
  return findMessages(
    db,
    sql`s.user_id = ${memberId} and (s.organization_id = ${organizationId} or exists (
      select from service_requests r where r.id = s.service_request_id
        and ${organizationId} in (r.organization_id, r.provider_id)))`,
  );
}

export async function findMessage(db: Executor, id: number): Promise<SmsMessage | null> {
  return (await findMessages(db, sql`s.id = ${id}`))[0] ?? null;
}

export interface TranscriptRow {
  id: number;
  user_type: string | null;
  first_name: string | null;
  phone_number: string;
  service_type: string;
  service_request_id: number;
}

/** What the CSV of a transcript holds, specification §9. */
export async function findTranscriptRows(db: Executor, requestId: number): Promise<TranscriptRow[]> {
  const { rows } = await sql<TranscriptRow>`
    select s.id, u.user_type, u.first_name, s.phone_number, v.type as service_type, r.id as service_request_id
    from sms_messages s join service_requests r on r.id = s.service_request_id join services v on v.id = r.service_id
      left join users u on u.id = s.user_id
    where r.id = ${requestId} order by s.id`.execute(db);
  return rows;
}
