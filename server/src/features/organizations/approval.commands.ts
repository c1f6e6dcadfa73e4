import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { queueEmail } from '../../records/emails/emails.commands.ts';
import { tellScreens } from '../../records/happenings/record.commands.ts';

/** Activates the verified first admin; the organization is approved or waits for the operator. */
export async function openOrganization(
  tx: Tx,
  config: Pick<Config, 'organizationApproval'>,
  admin: { userId: number; organizationId: number | null; email: string },
): Promise<void> {
  const row = await sql<{ approval: string }>`
    update organizations set verified_timestamp = now(),
      approval = case when ${config.organizationApproval} = 'auto' then 'APPROVED' else approval end,
      approved_timestamp = case when ${config.organizationApproval} = 'auto' then now() end
    where id = ${admin.organizationId} and verified_timestamp is null returning approval`.maybeOne(tx);
  if (!row || admin.organizationId === null) return;
  await tellScreens(tx, 'review', admin.organizationId, { id: admin.organizationId });
  await sql`update users set status = 'ACTIVE' where id = ${admin.userId}`.run(tx);
  if (row.approval === 'WAITING') {
    await queueEmail(tx, { kind: 'organization-waiting', userId: admin.userId, to: admin.email });
  }
}
