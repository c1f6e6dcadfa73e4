import {
  massMessageBody,
  massMessageMaxRecipients,
  massMessageReasons,
  stoppedReason,
} from '@kinbridge/contract/mass-messages/mass-message';
import type { NewMassMessage } from '@kinbridge/contract/mass-messages/mass-messages.contract';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError, invalidField, notFound } from '../../app-error.ts';
import type { Executor, Tx } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { nudgeDelivery } from '../../records/sms/sms.commands.ts';
import { nextSendingTime, smsBlockedReason } from '../../records/sms/sms-blocked.queries.ts';
import { lockMembersOf } from '../members/member-locks.commands.ts';
import { sendOne } from '../messages/send.commands.ts';
import { beginMassMessage, piecesOf } from './pieces.commands.ts';
import { judgedRecipients, namesStranger } from './recipients.queries.ts';

interface Accepted {
  campaignId: number;
  queued: number;
  skipped: { id: number; reason: string }[];
}

/** The final text, and when it may be sent, if not now. */
export async function findMassMessageText(
  db: Executor,
  organizationId: number,
  message: string,
  realProvider: boolean,
) {
  const row = await sql<{ name: string; send_after: string | null }>`
    select o.name, ${iso(nextSendingTime(realProvider))} as send_after from organizations o
    where o.id = ${organizationId}`.maybeOne(db);
  if (!row) throw notFound('organization');
  return { body: massMessageBody(message, row.name), sendAfter: row.send_after };
}

/**
 * Accepts a mass message to any number of people; their texts are written in pieces and sent in the background. People
 * who get nothing still have a row with the reason.
 */
export async function sendMassMessage(
  tx: Tx,
  caller: StaffCaller,
  input: NewMassMessage,
  realProvider: boolean,
): Promise<Accepted> {
  const { organizationId, userId } = caller;
  await lockMembersOf(tx, organizationId, 'together');
  if (await namesStranger(tx, organizationId, input)) throw notFound('recipient');
  const { body, sendAfter } = await findMassMessageText(tx, organizationId, input.message, realProvider);
  const { id: massMessageId } = await sql<{ id: number }>`
    insert into campaigns (organization_id, created_by, message, body)
    values (${organizationId}, ${userId}, ${input.message}, ${body}) returning id`.one(tx);
  const { queued, skipped, total } = await sql<{ queued: number; skipped: Accepted['skipped']; total: number }>`
    with judged as materialized (${judgedRecipients(organizationId, input)}),
    kept as (${piecesOf('judged', massMessageId, sendAfter)})
    select count(*) filter (where reason is null) as queued, count(*) as total,
      coalesce(json_agg(json_build_object('id', user_id, 'reason', reason)) filter (where reason is not null),
        '[]'::json) as skipped
    from judged`.one(tx);
  refuseWrongSize(total, input);
  await beginMassMessage(tx, massMessageId);
  await record(tx, {
    caller,
    action: 'campaign.send',
    entityId: massMessageId,
    detail: { queued, skipped: skipped.length },
  });
  return { campaignId: massMessageId, queued, skipped };
}

/** The size of a filter is known only now. */
export function refuseWrongSize(total: number, input: NewMassMessage): void {
  const field = input.filter ? 'filter' : 'ids';
  if (total === 0) throw invalidField(field, 'No one matches. Select at least one recipient.');
  if (total > massMessageMaxRecipients) {
    const most = massMessageMaxRecipients.toLocaleString('en-US');
    throw invalidField(field, `A message can go to at most ${most} people at once. Select fewer people.`);
  }
}

/**
 * Requeues failed texts, and possibly delivered ones only on request. They go to the person's current number, unless
 * another recipient has it.
 */
export async function retryMassMessage(
  tx: Tx,
  caller: StaffCaller,
  { massMessageId, includeUnknown = false }: { massMessageId: number; includeUnknown?: boolean | undefined },
  realProvider: boolean,
): Promise<void> {
  const { organizationId } = caller;
  await lockMembersOf(tx, organizationId, 'together');
  const states = includeUnknown ? ['failed', 'unknown'] : ['failed'];
  const massMessage = await sql<{ send_after: string | null; stopped: boolean }>`
    select ${iso(nextSendingTime(realProvider))} as send_after, c.stopped_timestamp is not null as stopped from campaigns c
      join organizations o on o.id = c.organization_id
    where c.id = ${massMessageId} and c.organization_id = ${organizationId} for update of c`.maybeOne(tx);
  if (!massMessage) throw notFound('mass message');
  if (massMessage.stopped) throw new AppError('conflict', 'This mass message was stopped. Send a new one instead.');
  const { n: retried } = await sql<{ n: number }>`
    with judged as (
      select f.id, u.phone_number, coalesce(${smsBlockedReason('u')}, case
        when row_number() over (partition by u.phone_number order by f.id) > 1 or exists (
          select from sms_messages o where o.phone_number = u.phone_number and o.campaign_id = ${massMessageId}
            and o.state <> all(${[...states, 'skipped']}::text[]))
          or exists (select from campaign_pieces p
            where p.campaign_id = ${massMessageId} and u.phone_number = any(p.phone_numbers))
        then ${sql.lit(massMessageReasons.sameNumber)} end) as reason
      from sms_messages f join users u on u.id = f.user_id left join sms_opt_outs x on x.phone_number = u.phone_number
      where f.campaign_id = ${massMessageId} and f.state = any(${states}::text[])
    ),
    retried as (
      update sms_messages s set state = case when j.reason is null then 'queued' else 'skipped' end, reason = j.reason,
        phone_number = coalesce(j.phone_number, ''), provider_id = null, failing_since = null,
        send_after = coalesce(${massMessage.send_after}::timestamptz, now()), update_timestamp = now()
      from judged j where s.id = j.id returning s.state
    ) select count(*) filter (where state = 'queued') as n from retried`.one(tx);
  if (retried > 0) await nudgeDelivery(tx);
  await record(tx, {
    caller,
    action: 'campaign.retry',
    entityId: massMessageId,
    detail: { retried, includeUnknown },
  });
}

/** Sends the caller one text, as members would get it. */
export async function sendTestMessage(tx: Tx, caller: StaffCaller, message: string, automaticPerDay: number) {
  const { organizationId, userId } = caller;
  const { body } = await findMassMessageText(tx, organizationId, message, false);
  const text = { kind: 'campaign-test', action: 'campaign.test', userId, serviceRequestId: null, body } as const;
  return sendOne(tx, caller, text, automaticPerDay);
}

/**
 * Skips a mass message's unsent texts, written or not. Texts being sent right now aren't recalled. Nothing changes if
 * all texts were sent or it was already stopped.
 */
export async function stopMassMessage(tx: Tx, caller: StaffCaller, massMessageId: number): Promise<void> {
  const { organizationId } = caller;
  const marked = await sql`
    update campaigns c set stopped_timestamp = now()
    where c.id = ${massMessageId} and c.organization_id = ${organizationId} and c.stopped_timestamp is null and (
      exists (select from sms_messages s where s.campaign_id = c.id and s.state in ('queued', 'sending'))
      or exists (select from campaign_pieces p where p.campaign_id = c.id))
    returning c.id`.maybeOne(tx);
  if (!marked) return;
  // In the order of the quiet-hours update, to avoid deadlocks.
  const { stopped } = await sql<{ stopped: number }>`
    with waiting as (
      select id from sms_messages where campaign_id = ${massMessageId} and state = 'queued' order by id for update
    ),
    skipped as (
      update sms_messages s set state = 'skipped', reason = ${stoppedReason}, failing_since = null, update_timestamp = now()
      from waiting where s.id = waiting.id returning s.id
    )
    select (select count(*) from skipped)
      + coalesce((select sum(queued) from campaign_pieces where campaign_id = ${massMessageId}), 0)::bigint as stopped`.one(
    tx,
  );
  await record(tx, {
    caller,
    organizationId,
    action: 'campaign.stop',
    entityId: massMessageId,
    detail: { stopped: stopped },
  });
}
