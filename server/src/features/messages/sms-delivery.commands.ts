import { sql } from 'kysely';
import type { AppContext } from '../../app-context.ts';
import type { SmsResult } from '../../outside/sms/sms-provider.ts';
import { notifyMessages } from '../events/events.commands.ts';

interface Claimed {
  id: number;
  phone_number: string;
  body: string;
  attempts: number;
  organization_id: number | null;
  service_request_id: number | null;
  stopped: boolean;
}

const lanes = 4;
const maxAttempts = 8;

/**
 * Sends what waits, until nothing does. A row is marked 'sending' and committed before the provider is
 * asked, so that a crash leaves 'sending' behind, which becomes 'unknown' and is never sent again by
 * itself. Rows that were not reached stay queued for the next worker.
 */
export async function deliverSms(app: AppContext): Promise<void> {
  // Paced to what the provider takes, all lanes together.
  const pauseMs = (lanes * 1000) / app.config.smsPerSecond;
  const lane = async () => {
    for (let message = await claim(app); message; message = await claim(app)) {
      if (message.stopped) {
        await finish(app, message, 'skipped', 'This number opted out before the text could leave.');
        continue;
      }
      await record(app, message, await app.sms.send({ to: message.phone_number, body: message.body }));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/**
 * One at a time, so that a crash leaves no more than what was really under way uncertain. What goes to one
 * phone goes in order, whichever lane takes it.
 */
async function claim(app: AppContext): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update sms_messages s set state = 'sending', attempts = attempts + 1, update_timestamp = now()
    where s.id = (select w.id from sms_messages w where w.state = 'queued' and w.send_after <= now()
      and not exists (select from sms_messages e where e.phone_number = w.phone_number and e.id < w.id
        and e.state in ('queued', 'sending'))
      order by w.send_after, w.id limit 1 for update skip locked)
    returning s.id, s.phone_number, s.body, s.attempts, s.organization_id, s.service_request_id,
      not s.despite_opt_out and exists (select from sms_opt_outs x where x.phone_number = s.phone_number) as stopped`.execute(
    app.db,
  );
  return rows[0];
}

async function record(app: AppContext, message: Claimed, result: SmsResult): Promise<void> {
  if (result.kind === 'accepted') return finish(app, message, 'sent', null, result.providerId);
  if (result.kind === 'later' && message.attempts < maxAttempts) {
    await sql`update sms_messages set state = 'queued', reason = ${result.reason}, update_timestamp = now(),
      send_after = now() + make_interval(secs => ${2 ** message.attempts})
      where id = ${message.id} and state = 'sending'`.execute(app.db);
    return;
  }
  await finish(app, message, result.kind === 'unknown' ? 'unknown' : 'failed', result.reason);
}

async function finish(
  app: AppContext,
  message: Claimed,
  state: string,
  reason: string | null,
  providerId: string | null = null,
) {
  await sql`update sms_messages set state = ${state}, reason = ${reason}, provider_id = ${providerId}, update_timestamp = now()
    where id = ${message.id} and state = 'sending'`.execute(app.db);
  await notifyMessages(app.db, [message]);
}

/** What was being sent when a process died: nobody knows whether it left. Run every minute, and at start. */
export async function markUncertainSms(app: AppContext, olderThanSeconds = 60): Promise<void> {
  const { rows } = await sql<{ id: number; organization_id: number | null; service_request_id: number | null }>`
    update sms_messages set state = 'unknown', update_timestamp = now(),
      reason = 'The system stopped while it was being sent; it may or may not have arrived.'
    where state = 'sending' and update_timestamp <= now() - make_interval(secs => ${olderThanSeconds})
    returning id, organization_id, service_request_id`.execute(app.db);
  await notifyMessages(app.db, rows);
}

const callbackStates: Record<string, 'sent' | 'delivered' | 'failed'> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
};

/** The provider's word on what became of a message. Callbacks come late and out of order: delivered stays. */
export async function recordDelivery(
  app: AppContext,
  providerId: string,
  status: string,
  errorCode: string | undefined,
) {
  const state = callbackStates[status];
  if (!state) return;
  const { rows } = await sql<{ id: number; organization_id: number | null; service_request_id: number | null }>`
    update sms_messages set state = ${state}, update_timestamp = now(),
      reason = ${state === 'failed' ? `the network could not deliver it (${errorCode ?? 'no reason given'})` : null}
    where provider_id = ${providerId} and not is_received and state in ('sending', 'sent', 'unknown')
      and (state <> ${state})
    returning id, organization_id, service_request_id`.execute(app.db);
  await notifyMessages(app.db, rows);
}
