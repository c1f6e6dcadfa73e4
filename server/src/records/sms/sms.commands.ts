import { erasedReason } from '@kinbridge/contract/erasure/erasure.contract';
import { closedOrganizationReason, dailyLimitReason } from '@kinbridge/contract/sms/sms-blocked-reasons';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { notifyMessageSql, notifyQueuedTextsSql } from '../events/events.commands.ts';
import { organizationBlockedReason, smsBlockedReason } from './sms-blocked.queries.ts';

export type SmsKind =
  | 'request-member'
  | 'request-employee'
  | 'confirmation'
  | 'member-says-no'
  | 'answer'
  | 'staff'
  | 'campaign-test';

export interface QueuedSms {
  kind: SmsKind;
  organizationId: number;
  serviceRequestId: number | null;
  userId: number;
  body: string;
  senderId?: number | null;
}

/** Queues one SMS, as queueSms does, and returns its id. */
export async function queueOneSms(tx: Tx, message: QueuedSms, automaticPerDay: number): Promise<number> {
  const [id] = await queueSms(tx, [message], automaticPerDay);
  if (id === undefined) throw new Error('the recipient of a text is missing');
  return id;
}

/**
 * Queues SMS in one statement in their cause's transaction. People who can't get texts still have a skipped row with
 * the reason, so the transcript explains it.
 */
export async function queueSms(tx: Tx, messages: QueuedSms[], automaticPerDay: number): Promise<number[]> {
  if (messages.length === 0) return [];
  const column = <K extends keyof QueuedSms>(name: K) => messages.map((message) => message[name] ?? null);
  const rows = await sql<{ id: number }>`
    with wanted as (
      select w.*, w.kind in ('request-member', 'confirmation') as automatic, u.phone_number, case
        when u.user_type = 'PATIENT' and exists (select from service_requests q where q.id = w.service_request_id
          and w.organization_id = any(q.erased_for)) then ${sql.lit(erasedReason)}
        else coalesce(${organizationBlockedReason('o')}, ${smsBlockedReason('u')}) end as blocked
      from unnest(${column('kind')}::text[], ${column('organizationId')}::bigint[], ${column('serviceRequestId')}::bigint[],
        ${column('userId')}::bigint[], ${column('body')}::text[], ${column('senderId')}::bigint[])
        with ordinality as w (kind, organization_id, service_request_id, user_id, body, sender_id, place)
      join users u on u.id = w.user_id join organizations o on o.id = w.organization_id
        left join sms_opt_outs x on x.phone_number = u.phone_number
    ),
    counted as (
      -- In the order of their locks, so that two moves of many never wait for each other crosswise.
      select phone_number, count_automatic_texts(phone_number) as today from (
        select phone_number from wanted where automatic and blocked is null
        group by phone_number order by hashtext(phone_number) & 1023) phones
    ),
    written as (
      insert into sms_messages (kind, organization_id, service_request_id, user_id, phone_number, body, sender_id, state,
        reason, create_timestamp)
      -- The clock, not the start of the transaction: the text comes after the move that caused it.
      select kind, organization_id, service_request_id, user_id, coalesce(phone_number, ''), body, sender_id,
        case when coalesce(blocked, limited) is null then 'queued' else 'skipped' end, coalesce(blocked, limited),
        clock_timestamp()
      from (
        select w.*, case when automatic and today + row_number() over (partition by phone_number, automatic order by place)
          > ${automaticPerDay} then ${dailyLimitReason} end as limited
        from wanted w left join counted using (phone_number)
      ) w
      order by place
      returning id, state, organization_id, service_request_id
    )
    select m.id, ${notifyMessageSql}, case when m.state = 'queued' then ${notifyQueuedTextsSql} end
    from written m left join service_requests r on r.id = m.service_request_id order by m.id`
    .planned('generic')
    .many(tx);
  return rows.map((row) => row.id);
}

/** Skips all queued texts of a refused or suspended organization, except replies to STOP. */
export async function skipQueuedSms(tx: Tx, organizationId: number): Promise<void> {
  await sql`update sms_messages set state = 'skipped', reason = ${closedOrganizationReason}, update_timestamp = now()
    where organization_id = ${organizationId} and state = 'queued' and not despite_opt_out`.run(tx);
}

/** Wakes the delivery after the commit, without locking. */
export async function nudgeDelivery(tx: Tx): Promise<void> {
  await sql`select ${notifyQueuedTextsSql}`.run(tx);
}

/** Replies to an inbound text; goes to the number, known or not. */
export async function answerPhone(
  tx: Tx,
  answer: {
    phoneNumber: string;
    organizationId: number | null;
    serviceRequestId: number | null;
    userId: number | null;
    body: string;
    despiteOptOut?: boolean;
  },
): Promise<void> {
  await sql`
    insert into sms_messages (kind, organization_id, service_request_id, user_id, phone_number, body, state, despite_opt_out)
    values ('answer', ${answer.organizationId}, ${answer.serviceRequestId}, ${answer.userId}, ${answer.phoneNumber},
      ${answer.body}, 'queued', ${answer.despiteOptOut ?? false})`.run(tx);
  await nudgeDelivery(tx);
}

/**
 * A member's first name for texts. Names longer than 40, or with anything but letters, marks, spaces, ' - or . are
 * replaced, since names also come from public forms.
 */
export function nameInSms(firstName: string): string {
  return /^[\p{L}\p{M} '.-]{1,40}$/u.test(firstName) ? firstName : 'there';
}
