import { stoppedReason } from '@kinbridge/contract/mass-messages/mass-message';
import type { StaffCaller } from '../../access/caller.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';

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
