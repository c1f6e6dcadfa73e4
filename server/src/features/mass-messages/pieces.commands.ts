import { stoppedReason } from '@kinbridge/contract/mass-messages/mass-message';
import type { AppContext } from '../../app-context.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { nudgeDelivery } from '../../records/sms/sms.commands.ts';
import { organizationBlockedReason } from '../../records/sms/sms-blocked.queries.ts';

/** Texts written while the sender waits for the answer, and per transaction afterwards. */
export const pieceSize = 1_000;

/** Stores all recipients as pieces, in order; `judged` names a common table expression. */
export function piecesOf(judged: string, massMessageId: number, sendAfter: string | null): RawBuilder<unknown> {
  return sql`
    insert into campaign_pieces (campaign_id, user_ids, phone_numbers, reasons, queued, skipped, send_after)
    select ${massMessageId}, array_agg(user_id order by n), array_agg(coalesce(phone_number, '') order by n),
      array_agg(reason order by n), count(*) filter (where reason is null), count(reason),
      coalesce(${sendAfter}::timestamptz, now())
    from (select j.*, row_number() over (order by place, user_id) - 1 as n from ${sql.raw(judged)} j) numbered
    group by n / ${sql.lit(pieceSize)} order by n / ${sql.lit(pieceSize)}`;
}

/** Writes the first piece in the mass message's transaction and leaves the others to a job. */
export async function beginMassMessage(tx: Tx, massMessageId: number): Promise<void> {
  await writeNextPiece(tx, massMessageId);
  await addJob(tx, 'write-campaigns', {}, { key: 'write-campaigns' });
  await nudgeDelivery(tx);
}

/** Writes the remaining pieces of all mass messages one by one, so sending can start. */
export async function writeMassMessages(app: AppContext, stop?: AbortSignal): Promise<void> {
  while (!stop?.aborted) {
    const written = await transaction(app.db, async (tx) => {
      const any = await writeNextPiece(tx);
      if (any) await nudgeDelivery(tx);
      return any;
    });
    if (!written) return;
  }
}

/** Turns a piece into texts and deletes it in one transaction, so no recipient is lost or repeated. */
async function writeNextPiece(tx: Tx, massMessageId?: number): Promise<boolean> {
  const wanted = massMessageId === undefined ? sql`true` : sql`campaign_id = ${massMessageId}`;
  const { n } = await sql<{ n: number }>`
    with piece as (
      delete from campaign_pieces where id = (
        select id from campaign_pieces where ${wanted} order by id limit 1 for update skip locked)
      returning *
    ),
    -- Held against a stop, which then either finds these texts or is found here.
    campaign as (select c.* from campaigns c where c.id = (select campaign_id from piece) for share),
    written as (
      insert into sms_messages (kind, campaign_id, organization_id, user_id, phone_number, body, sender_id, state, reason,
        send_after)
      select 'campaign', c.id, c.organization_id, u.id, r.phone_number, c.body, c.created_by,
        case when coalesce(r.reason, ended.reason) is null then 'queued' else 'skipped' end,
        coalesce(r.reason, ended.reason), p.send_after
      from piece p join campaign c on c.id = p.campaign_id join organizations o on o.id = c.organization_id
        cross join lateral (select case when c.stopped_timestamp is not null then ${sql.lit(stoppedReason)}
          else ${organizationBlockedReason('o')} end as reason) ended
        cross join lateral unnest(p.user_ids, p.phone_numbers, p.reasons)
          with ordinality r (user_id, phone_number, reason, place)
        left join users u on u.id = r.user_id
      order by r.place
    )
    select count(*) as n from piece`.one(tx);
  return n > 0;
}
