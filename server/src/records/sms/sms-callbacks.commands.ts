import type { AppContext } from '../../app-context.ts';
import { sql } from '../../db/sql.ts';
import { changeMessages } from '../events/events.commands.ts';

const callbackStates = new Map<string, 'sent' | 'delivered' | 'failed'>([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
]);

export interface DeliveryCallback {
  providerId: string;
  status: string;
  errorCode: string | undefined;
  /** The row and attempt named in the callback URL. */
  message: { id: number; attempt: number } | null;
}

/** Reads the row and attempt from a callback URL; older URLs have none. */
export function messageNamedIn(search: string): DeliveryCallback['message'] {
  const query = new URLSearchParams(search);
  const [id = '', attempt = ''] = [query.get('message') ?? '', query.get('attempt') ?? ''];
  if (!/^[1-9]\d{0,14}$/.test(id) || !/^\d{1,5}$/.test(attempt)) return null;
  return { id: Number(id), attempt: Number(attempt) };
}

/**
 * Records the provider's delivery status. Callbacks come late and out of order, so 'delivered' is final. A row without
 * a SID is found by its own id and gets the SID. If it waits for a retry, word that it was sent cancels the retry; a
 * failure counts only for the last attempt.
 */
export async function recordDelivery(app: AppContext, callback: DeliveryCallback): Promise<void> {
  const { providerId, status, errorCode, message } = callback;
  const state = callbackStates.get(status);
  if (!state) return;
  const failed = state === 'failed';
  await changeMessages(
    app.db,
    sql`update sms_messages s set state = ${state}, provider_id = ${providerId}, update_timestamp = now(), failing_since = null,
      reason = ${failed ? `the network could not deliver it (${errorCode ?? 'no reason given'})` : null}
    where s.id = coalesce((select p.message_id from sms_provider_ids p where p.provider_id = ${providerId}),
        ${message?.id ?? null}::bigint)
      and not s.is_received and s.state <> ${state} and case
        when s.provider_id = ${providerId} then s.state in ('sending', 'sent', 'unknown')
        when s.provider_id is not null then false
        when ${failed} then s.state in ('sending', 'unknown') and s.attempts = ${message?.attempt ?? null}
        else s.state in ('queued', 'sending', 'unknown', 'failed') end
    returning s.id, s.organization_id, s.service_request_id, s.campaign_id`,
  );
}
