import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

export const waitingReason = "The text provider isn't answering. Kinbridge will send this text as soon as it does.";

/** The reason for the state of row s of sms_messages; untried texts also wait for the provider. */
export function smsReason(): RawBuilder<string | null> {
  return sql`case when s.state <> 'queued' or s.reason is not null then s.reason
    else (select ${sql.lit(waitingReason)} from sms_outage where next_try is not null) end`;
}

/** When sending was paused because the provider isn't answering; null while it answers. */
export async function findSendingPausedSince(db: Executor): Promise<string | null> {
  const row = await sql<{ since: string }>`
    select ${iso('since')} as since from sms_outage where next_try is not null`.maybeOne(db);
  return row?.since ?? null;
}
