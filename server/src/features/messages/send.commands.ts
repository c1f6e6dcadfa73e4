import type { SmsMessage } from '@kinbridge/contract/messages/messages.contract';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError, notFound } from '../../app-error.ts';
import type { Tx } from '../../db/database.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { type QueuedSms, queueOneSms } from '../../records/sms/sms.commands.ts';
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
  const message = await findMessage(tx, organizationId, id);
  if (!message) throw notFound('message');
  if (message.state === 'skipped') throw new AppError('conflict', message.reason ?? "This person doesn't get texts.");
  return message;
}
