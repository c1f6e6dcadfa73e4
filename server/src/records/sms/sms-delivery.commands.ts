import { setTimeout } from 'node:timers/promises';
import { stoppedReason } from '@kinbridge/contract/mass-messages/mass-message';
import { notVisibleReason, smsBlockedReasons } from '@kinbridge/contract/sms/sms-blocked-reasons';
import type { AppContext } from '../../app-context.ts';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { SmsResult } from '../../outside/sms/sms-provider.ts';
import { changeMessages } from '../events/events.commands.ts';
import { restoreOptOut } from './erased-opt-outs.commands.ts';
import { isStopped, nextSendingTime, organizationBlockedReason } from './sms-blocked.queries.ts';
import { ProviderHealth, pauseSeconds } from './sms-outage.commands.ts';
import { waitingReason } from './sms-outage.queries.ts';

interface Claimed {
  id: number;
  phone_number: string;
  body: string;
  attempts: number;
  organization_id: number | null;
  service_request_id: number | null;
  campaign_id: number | null;
  /** Why it must not be sent anymore. */
  blocked: string | null;
  /** There are opt-outs of erased members, and the number may be one of theirs. */
  may_be_erased: boolean;
}

/** Enough parallel sends that half-second responses don't slow the pace. */
export function lanesFor(perSecond: number): number {
  return Math.min(16, Math.max(4, Math.ceil(perSecond / 2)));
}

/**
 * Sends due texts until none are left or `stop` aborts. Only one process sends at a time, so the provider's rate limit
 * holds across processes; the lock belongs to the connection and ends with the process. Other processes leave their
 * texts to it, and it looks once more after releasing the lock.
 */
export async function deliverSms(app: AppContext, stop?: AbortSignal): Promise<void> {
  while (!stop?.aborted && (await isAnythingDue(app))) {
    const led = await app.sessionDb.onConnection(async (connection) => {
      const { led } = await sql<{ led: boolean }>`
        select pg_try_advisory_lock(hashtext('kinbridge-sms-delivery')) as led`.one(connection);
      if (!led) return false;
      try {
        await sendDueTexts(app, connection, stop);
      } finally {
        await sql`select pg_advisory_unlock(hashtext('kinbridge-sms-delivery'))`.run(connection);
      }
      return true;
    });
    if (!led) return;
  }
}

/**
 * A row is committed as 'sending' before the provider is called, so a crash leaves 'sending' rows, which become
 * 'unknown' and are never resent automatically. Each row is claimed just before it is sent, so single texts overtake a
 * mass message and a STOP counts until the last moment. Claims use the connection that holds the lock: if it breaks,
 * another process may be sending already, so this one must stop.
 */
async function sendDueTexts(app: AppContext, holder: Executor, stop: AbortSignal | undefined): Promise<void> {
  const lanes = lanesFor(app.config.smsPerSecond);
  const health = await ProviderHealth.read(app);
  const gapMs = 1000 / app.config.smsPerSecond;
  const inFlight = new Set<Promise<void>>();
  let turn = Date.now();
  let lastOrganization = 0;
  let failure: unknown;
  try {
    while (!stop?.aborted && failure === undefined) {
      await waitUntil(turn, stop);
      while (inFlight.size >= health.lanes(lanes)) await Promise.race(inFlight);
      const message = stop?.aborted || health.isPaused ? undefined : await claim(app, holder, lastOrganization);
      if (!message) break;
      if (message.campaign_id !== null) lastOrganization = message.organization_id ?? lastOrganization;
      // After a long gap, catch up only briefly instead of in a burst.
      turn = Math.max(turn + gapMs, Date.now() - 250);
      const sending = send(app, message, health)
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => inFlight.delete(sending));
      inFlight.add(sending);
    }
  } finally {
    await Promise.all(inFlight);
  }
  if (failure !== undefined) throw failure;
}

async function waitUntil(moment: number, stop: AbortSignal | undefined): Promise<void> {
  const ms = moment - Date.now();
  if (ms <= 0) return;
  await setTimeout(ms, undefined, stop ? { signal: stop } : {}).catch(() => undefined);
}

async function send(app: AppContext, message: Claimed, health: ProviderHealth): Promise<void> {
  if (message.blocked !== null) return finish(app, message, { state: 'skipped', reason: message.blocked });
  const { id, attempts: attempt, phone_number: to, body } = message;
  if (message.may_be_erased && (await restoreOptOut(app.db, app.config, to))) {
    return finish(app, message, { state: 'skipped', reason: optedOutReason });
  }
  const result = await app.sms.send({ id, attempt, to, body });
  await record(app, message, result);
  await health.record(result);
}

/**
 * Texts to one phone are sent in order, but a single text doesn't wait for mass messages, and a mass message doesn't
 * wait for those of other organizations. Earlier texts are checked with a scalar subselect, since an anti-join would
 * scan everything that waits.
 */
const due = {
  single: sql`w.state = 'queued' and w.campaign_id is null and w.send_after <= now()
    and (select e.id from sms_messages e where e.phone_number = w.phone_number and e.id < w.id
      and e.state in ('queued', 'sending') and e.campaign_id is null limit 1) is null`,
  mass: sql`w.state = 'queued' and w.campaign_id is not null and w.send_after <= now()
    and (select e.id from sms_messages e where e.phone_number = w.phone_number and e.id < w.id
      and e.state in ('queued', 'sending') and (e.campaign_id is null or e.organization_id = w.organization_id)
      limit 1) is null`,
};

/** The next mass text; organizations take turns, and `after` was last. */
function nextOfMassMessages(after: number) {
  const organizations = sql`select s.organization_id from sms_messages s
    where s.state = 'queued' and s.campaign_id is not null`;
  return sql`(
    with recursive waiting (organization_id) as (
      (${organizations} order by s.organization_id limit 1)
      union all
      select (${organizations} and s.organization_id > waiting.organization_id order by s.organization_id limit 1)
      from waiting where waiting.organization_id is not null
    ),
    in_turn as (
      select organization_id from waiting where organization_id is not null
      order by organization_id <= ${after}, organization_id offset 0
    )
    select next.id from in_turn cross join lateral (
      select w.id from sms_messages w where w.organization_id = in_turn.organization_id and ${due.mass}
      order by w.send_after, w.id limit 1 for update skip locked) next limit 1)`;
}

async function isAnythingDue(app: AppContext): Promise<boolean> {
  const found = await sql<{ due: boolean }>`
    select (exists (select from sms_messages w where ${due.single}) or ${nextOfMassMessages(0)} is not null)
      and not exists (select from sms_outage where next_try > now()) as due`.one(app.db);
  return found.due;
}

/**
 * Claims one text at a time, so a crash leaves only texts really in flight uncertain: the next single text, or the next
 * mass text. A mass text in its organization's quiet hours is postponed with the rest of its mass message.
 */
async function claim(app: AppContext, holder: Executor, lastOrganization: number): Promise<Claimed | undefined> {
  return sql<Claimed>`
    with next as (
      select w.id, w.campaign_id,
        case when not w.despite_opt_out then ${organizationBlockedReason('o')} end as organization_blocked,
        case when w.campaign_id is not null and ${organizationBlockedReason('o')} is null then ${sql.raw(nextSendingTime(app.sms.name !== 'console'))} end as opens
      from sms_messages w left join organizations o on o.id = w.organization_id
      where w.id = coalesce(
        (select w.id from sms_messages w where ${due.single} order by w.send_after, w.id limit 1 for update skip locked),
        ${nextOfMassMessages(lastOrganization)})
    ),
    put_off as (
      update sms_messages s set send_after = next.opens from next
      where next.opens is not null and s.campaign_id = next.campaign_id and s.state = 'queued'
    )
    update sms_messages s set state = 'sending', attempts = attempts + 1, update_timestamp = now()
    from next where s.id = next.id and next.opens is null and s.state = 'queued'
    returning s.id, s.phone_number, s.body, s.attempts, s.organization_id, s.service_request_id, s.campaign_id, case
      when next.organization_blocked is not null then next.organization_blocked
      when ${isStopped} then ${sql.lit(stoppedReason)}
      when not s.despite_opt_out and exists (select from sms_opt_outs x where x.phone_number = s.phone_number)
        then ${sql.lit(optedOutReason)}
      when s.kind <> 'answer' and exists (select from users u where u.id = s.user_id and not u.send_sms_texts)
        then ${sql.lit(smsBlockedReasons.noConsent)}
      when s.campaign_id is not null and exists (select from users u where u.id = s.user_id and u.user_type = 'PATIENT'
        and not exists (select from visible_members v where v.organization_id = s.organization_id and v.member_id = u.id))
        then ${sql.lit(notVisibleReason)} end as blocked,
      not s.despite_opt_out and exists (select from erased_opt_outs) as may_be_erased`.maybeOne(holder);
}

const optedOutReason = 'This number opted out before the text could leave.';
const inDoubtReason = 'The connection to the text provider was lost. The text may or may not have arrived.';

async function record(app: AppContext, message: Claimed, result: SmsResult): Promise<void> {
  if (result.kind === 'accepted') return finish(app, message, { state: 'sent', providerId: result.providerId });
  if (result.kind === 'refused') return finish(app, message, { state: 'failed', reason: result.reason });
  if (result.kind === 'unknown') return finish(app, message, { state: 'unknown', reason: inDoubtReason });
  const pause = pauseSeconds('text', message.attempts, result.retryAfterSeconds);
  await changeMessages(
    app.db,
    sql`update sms_messages s set state = case when ${isStopped} then 'skipped' else 'queued' end,
      reason = case when ${isStopped} then ${stoppedReason} else ${waitingReason} end, update_timestamp = now(),
      failing_since = coalesce(failing_since, now()), send_after = now() + make_interval(secs => ${pause})
    where id = ${message.id} and state = 'sending' returning id, organization_id, service_request_id, campaign_id`,
  );
}

async function finish(
  app: AppContext,
  message: Claimed,
  { state, reason = null, providerId = null }: { state: string; reason?: string | null; providerId?: string | null },
) {
  await changeMessages(
    app.db,
    sql`update sms_messages set state = ${state}, reason = ${reason}, provider_id = ${providerId},
      failing_since = null, update_timestamp = now()
    where id = ${message.id} and state = 'sending' returning id, organization_id, service_request_id, campaign_id`,
  );
}

/**
 * Marks texts that were being sent when a process died, since they may have been delivered. Runs every minute and at
 * start.
 */
export async function markUncertainSms(app: AppContext, olderThanSeconds = 60): Promise<void> {
  await changeMessages(
    app.db,
    sql`update sms_messages set state = 'unknown', update_timestamp = now(),
      reason = 'The system stopped while it was being sent; it may or may not have arrived.'
    where state = 'sending' and update_timestamp <= now() - make_interval(secs => ${olderThanSeconds})
    returning id, organization_id, service_request_id, campaign_id`,
  );
}
