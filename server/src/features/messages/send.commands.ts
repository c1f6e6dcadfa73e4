import { massMessageReasons, stoppedReason } from '@kinbridge/contract/mass-messages/mass-message';
import type { SmsMessage, SmsState } from '@kinbridge/contract/messages/messages.contract';
import { smsBlockedReasons } from '@kinbridge/contract/sms/sms-blocked-reasons';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError, notFound, orNotFound } from '../../app-error.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { changeMessages } from '../../records/events/events.commands.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { nudgeDelivery, type QueuedSms, queueOneSms } from '../../records/sms/sms.commands.ts';
import { isStopped, smsBlockedReason } from '../../records/sms/sms-blocked.queries.ts';
import { holdMember } from '../members/members.queries.ts';
import { findMessage } from './messages.queries.ts';

type Text = Pick<QueuedSms, 'kind' | 'userId' | 'serviceRequestId' | 'body'>;

/** Texts a member in the caller's own words. */
export async function sendToMember(
  tx: Tx,
  caller: StaffCaller,
  text: Omit<Text, 'kind'>,
  automaticPerDay: number,
): Promise<SmsMessage> {
  await holdMember(tx, caller.organizationId, text.userId);
  return sendOne(tx, caller, { kind: 'staff', action: 'message.send', ...text }, automaticPerDay);
}

/** Queues a text that the caller sends, and records it. Refused with the reason if the person can't get texts. */
export async function sendOne(
  tx: Tx,
  caller: StaffCaller,
  { action, ...text }: Text & { action: 'message.send' | 'campaign.test' },
  automaticPerDay: number,
): Promise<SmsMessage> {
  const { organizationId, userId: senderId } = caller;
  const id = await queueOneSms(tx, { ...text, organizationId, senderId }, automaticPerDay);
  await record(tx, { caller, action, entityId: text.userId, detail: { messageId: id } });
  const message = orNotFound(await findMessage(tx, organizationId, id), 'message');
  if (message.state === 'skipped') throw new AppError('conflict', message.reason ?? "This person doesn't get texts.");
  return message;
}

/**
 * Requeues a text to the person's current number. It respects opt-outs and withdrawn consent like a new text; a reply
 * to an unknown person goes back to their phone.
 */
export async function resendSms(tx: Tx, caller: StaffCaller, id: number, confirm: boolean): Promise<SmsMessage> {
  const { organizationId } = caller;
  const text = await sql<{ state: SmsState; user_id: number | null; blocked: string | null }>`
    select s.state, s.user_id, case
        when ${isStopped} then ${stoppedReason}
        when u.id is null and s.kind <> 'answer' then ${smsBlockedReasons.noPhone}
        when u.user_type <> 'PATIENT' and u.status <> 'ACTIVE' then ${massMessageReasons.notActive}
        when u.id is null and not s.despite_opt_out and x.phone_number is not null then ${smsBlockedReasons.optedOut}
        when u.id is not null then ${smsBlockedReason('u')} end as blocked
    from sms_messages s left join users u on u.id = s.user_id
      left join sms_opt_outs x on x.phone_number = coalesce(u.phone_number, s.phone_number)
    where s.id = ${id} and s.organization_id = ${organizationId} for update of s`.maybeOne(tx);
  if (!text) throw notFound('message');
  if (text.state !== 'unknown' && text.state !== 'failed') {
    throw new AppError('conflict', 'You can only resend a text that failed or may not have arrived.');
  }
  if (text.state === 'unknown' && !confirm) {
    throw new AppError('may_have_arrived', 'This text may have already arrived. Confirm that you want to resend it.');
  }
  if (text.blocked !== null) throw new AppError('conflict', text.blocked);
  await changeMessages(
    tx,
    sql`update sms_messages s set state = 'queued', reason = null, provider_id = null, failing_since = null,
      send_after = now(), update_timestamp = now(),
      phone_number = coalesce((select u.phone_number from users u where u.id = s.user_id), s.phone_number)
    where s.id = ${id} returning s.id, s.organization_id, s.service_request_id, s.campaign_id`,
  );
  await nudgeDelivery(tx);
  await record(tx, {
    caller,
    action: 'message.resend',
    ...(text.user_id === null
      ? { entityType: 'message', entityId: id }
      : { entityType: 'user', entityId: text.user_id }),
    detail: { messageId: id, from: text.state },
  });
  return orNotFound(await findMessage(tx, organizationId, id), 'message');
}
