import type { StaffCaller } from '../../access/caller.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';

/** Applies to the whole organization, not to one viewer. */
export async function dismissSetup(tx: Tx, caller: StaffCaller, dismissed: boolean): Promise<void> {
  const { organizationId } = caller;
  const rows = await sql`
    update organizations set setup_dismissed_timestamp = case when ${dismissed} then now() end
    where id = ${organizationId} and (setup_dismissed_timestamp is not null) <> ${dismissed} returning 1`.many(tx);
  if (rows.length === 0) return;
  await record(tx, {
    caller,
    action: dismissed ? 'organization.setup-dismiss' : 'organization.setup-show',
    entityId: organizationId,
  });
}
