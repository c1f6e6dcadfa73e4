import type { AppContext } from '../../app-context.ts';
import { sql } from '../../db/sql.ts';
import type { SmsResult } from '../../outside/sms/sms-provider.ts';
import { changeMessages } from '../events/events.commands.ts';

/** This many failures in a row pause sending for everyone. */
export const failuresBeforePause = 5;
/**
 * Workers poll every two seconds, and no pause may exceed a minute. A failed text waits longer than everyone, so the
 * next probe uses another text.
 */
const longestPauseSeconds = { text: 50, everyone: 45 };

/** Pauses double with each failure; the provider may ask for a longer one. */
export function pauseSeconds(
  of: keyof typeof longestPauseSeconds,
  failures: number,
  retryAfterSeconds: number | undefined,
): number {
  return Math.min(longestPauseSeconds[of], Math.max(2 ** Math.min(failures, 10), retryAfterSeconds ?? 0));
}

/** Consecutive provider failures, counted by the sending process for all. */
export class ProviderHealth {
  #failures: number;
  #pausedUntil: number;

  private constructor(
    private readonly app: AppContext,
    failures: number,
    pauseMs: number,
  ) {
    this.#failures = failures;
    this.#pausedUntil = Date.now() + pauseMs;
  }

  static async read(app: AppContext): Promise<ProviderHealth> {
    const { failures, pause_ms } = await sql<{ failures: number; pause_ms: number }>`
      select failures, coalesce(extract(epoch from next_try - now()) * 1000, 0)::float as pause_ms from sms_outage`.one(
      app.db,
    );
    return new ProviderHealth(app, failures, pause_ms);
  }

  get isPaused(): boolean {
    return this.#pausedUntil > Date.now();
  }

  /** After a pause, sends one text at a time until one succeeds. */
  lanes(most: number): number {
    return this.#failures >= failuresBeforePause ? 1 : most;
  }

  async record(result: SmsResult): Promise<void> {
    if (result.kind === 'later' || result.kind === 'unknown') await this.#fail(result);
    else if (this.#failures > 0) await this.#recover();
  }

  async #fail(result: Extract<SmsResult, { kind: 'later' | 'unknown' }>): Promise<void> {
    const retryAfterSeconds = result.kind === 'later' ? result.retryAfterSeconds : undefined;
    // Texts in flight when the pause began don't extend it.
    if (this.isPaused) return;
    this.#failures += 1;
    const over = this.#failures - failuresBeforePause + 1;
    const pause = over > 0 ? pauseSeconds('everyone', over, retryAfterSeconds) : null;
    if (pause !== null) this.#pausedUntil = Date.now() + pause * 1000;
    const failures = this.#failures;
    // Results arrive concurrently: a late one must not clear a pause started by a later failure.
    await sql`update sms_outage set failures = ${failures}, since = coalesce(since, now()),
      next_try = now() + make_interval(secs => ${pause}::float) where failures < ${failures}`.run(this.app.db);
    if (over === 1) {
      const facts = { failures, reason: result.reason };
      this.app.log.warn(facts, 'the text provider is not answering; texts wait until it does');
    }
  }

  async #recover(): Promise<void> {
    const wasPaused = this.#failures >= failuresBeforePause;
    this.#failures = 0;
    this.#pausedUntil = 0;
    await sql`update sms_outage set failures = 0, since = null, next_try = null`.run(this.app.db);
    if (wasPaused) this.app.log.warn('the text provider answers again; texts go out');
  }
}

const givenUpReason = "The text provider didn't answer for 24 hours. This text wasn't sent.";

/** Fails texts the provider hasn't accepted for a day, including texts that were never tried. */
export async function giveUpSms(app: AppContext): Promise<void> {
  await changeMessages(
    app.db,
    sql`update sms_messages s set state = 'failed', reason = ${givenUpReason}, failing_since = null, update_timestamp = now()
    where s.state = 'queued' and (s.failing_since < now() - interval '24 hours'
      or s.send_after < now() - interval '24 hours'
        and exists (select from sms_outage where next_try is not null and since < now() - interval '24 hours'))
    returning s.id, s.organization_id, s.service_request_id, s.campaign_id`,
  );
  // With nothing left to send, nothing probes the provider, so the pause must not stay visible.
  await sql`update sms_outage set failures = 0, since = null, next_try = null
    where next_try < now() - interval '10 minutes'
      and not exists (select from sms_messages where state = 'queued' and campaign_id is null and send_after <= now())
      and not exists (select from sms_messages where state = 'queued' and campaign_id is not null
        and send_after <= now())`.run(app.db);
}
