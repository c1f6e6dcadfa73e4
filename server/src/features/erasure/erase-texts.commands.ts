import { erasedReason } from '@kinbridge/contract/erasure/erasure.contract';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { coveredTexts, covers, type ErasureScope } from './erasure.queries.ts';

/**
 * Empties texts; the rows stay, because they are counted. Texts that wait, or could be sent again, never leave. The
 * trial outbox has copies.
 */
export async function eraseTexts(tx: Tx, scope: ErasureScope, phones: string[]): Promise<void> {
  const strays = sql`(s.user_id is null and s.phone_number = any(${scope.kind === 'record' ? phones : []}::text[]))`;
  await sql`with own as materialized (
      select s.id, s.phone_number, s.body from sms_messages s where ${coveredTexts(scope)} or ${strays} for update
    ),
    copies as (
      delete from dev_outbox d using own where d.channel = 'sms' and d.to_address = own.phone_number and d.body = own.body
    )
    update sms_messages s set phone_number = '', body = '', user_id = null, service_request_id = null,
      state = case when s.state in ('sent', 'delivered', 'skipped') or s.is_received then s.state else 'skipped' end,
      reason = case when s.state in ('sent', 'delivered') or s.is_received then null else ${erasedReason} end,
      update_timestamp = now()
    from own where s.id = own.id`.run(tx);
  await sql`update campaign_pieces p set phone_numbers = r.phones, reasons = r.reasons, queued = r.queued, skipped = r.skipped
    from campaigns c, campaign_pieces o cross join lateral (
      select array_agg(case when gone then '' else phone end order by n) as phones,
        array_agg(case when gone then coalesce(reason, ${erasedReason}) else reason end order by n) as reasons,
        count(*) filter (where reason is null and not gone) as queued, count(*) filter (where reason is not null or gone) as skipped
      from (select t.*, t.id = any(${scope.ids}::bigint[]) as gone
        from unnest(o.user_ids, o.phone_numbers, o.reasons) with ordinality t (id, phone, reason, n)) t) r
    where o.id = p.id and c.id = p.campaign_id and p.user_ids && ${scope.ids}::bigint[]
      and ${covers(scope, 'c.organization_id')}`.run(tx);
}

/** Emails to the member, such as those of an account. Their texts are never stored. */
export async function eraseEmails(tx: Tx, { ids }: ErasureScope, addresses: string[]): Promise<void> {
  await sql`update emails set to_address = '', payload = '{}', user_id = null, update_timestamp = now(),
      state = case when state = 'sent' then state else 'skipped' end
    where user_id = any(${ids}::bigint[])`.run(tx);
  await sql`delete from dev_outbox where to_address = any(${addresses}::text[])`.run(tx);
}
