import type { DoneItem } from '@kinbridge/contract/needs-you/needs-you.contract';
import type { StaffCaller } from '../../access/caller.ts';
import { notFound } from '../../app-error.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { tellOfDecline } from '../service-requests/waiting-texts.commands.ts';
import { changeItems, requestItems } from './items.queries.ts';

/** Marks an item as done for everyone whose it is, if it is the caller's. Only its cause of now is done. */
export function markDone(db: Database, caller: StaffCaller, item: DoneItem): Promise<void> {
  return transaction(db, async (tx) => {
    if (item.kind === 'PROPOSED_CHANGE') await markChangeDone(tx, caller, item.memberId);
    else await markRequestDone(tx, caller, item);
  });
}

type RequestItem = Exclude<DoneItem, { kind: 'PROPOSED_CHANGE' }>;

async function markRequestDone(tx: Tx, caller: StaffCaller, { kind, serviceRequestId }: RequestItem): Promise<void> {
  const { organizationId, userId } = caller;
  const done = await sql`
    with ${requestItems({ organizationId, userIds: [userId] }, sql`and r.id = ${serviceRequestId}`)}
    insert into needs_you_done (organization_id, kind, service_request_id, side, since)
    select ${organizationId}::bigint, kind, id, side, since from owned where kind = ${kind}
    on conflict (organization_id, service_request_id, kind, side, member_id)
      do update set since = excluded.since, done_timestamp = now() returning 1`.many(tx);
  if (done.length === 0) throw notFound('item');
  if (kind === 'DECLINED') await tellOfDecline(tx, serviceRequestId);
  await record(tx, { caller, action: 'needs-you.done', entityId: serviceRequestId, detail: { kind } });
}

async function markChangeDone(tx: Tx, caller: StaffCaller, memberId: number): Promise<void> {
  const { organizationId, userId } = caller;
  const done = await sql`
    with ${changeItems({ organizationId, userIds: [userId] })}
    insert into needs_you_done (organization_id, kind, member_id, since)
    select ${organizationId}::bigint, 'PROPOSED_CHANGE', member_id, since from proposed where member_id = ${memberId}
    on conflict (organization_id, service_request_id, kind, side, member_id)
      do update set since = excluded.since, done_timestamp = now() returning 1`.many(tx);
  if (done.length === 0) throw notFound('item');
  await record(tx, { caller, action: 'needs-you.change-done', entityId: memberId });
}
