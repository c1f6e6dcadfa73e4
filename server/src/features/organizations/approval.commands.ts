import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Config } from '../../main/config.ts';
import { queueEmail } from '../messages/emails.commands.ts';

/** The first admin has verified: they become active, and the organization is approved or waits for the operator. */
export async function openOrganization(
  tx: Tx,
  config: Pick<Config, 'organizationApproval'>,
  admin: { userId: number; organizationId: number | null; email: string },
): Promise<void> {
  const { rows } = await sql<{ approval: string }>`
    update organizations set verified_timestamp = now(),
      approval = case when ${config.organizationApproval} = 'auto' then 'APPROVED' else approval end,
      approved_timestamp = case when ${config.organizationApproval} = 'auto' then now() end
    where id = ${admin.organizationId} and verified_timestamp is null returning approval`.execute(tx);
  if (!rows[0]) return;
  await sql`update users set status = 'ACTIVE' where id = ${admin.userId}`.execute(tx);
  if (rows[0].approval === 'WAITING') {
    await queueEmail(tx, { kind: 'organization-waiting', userId: admin.userId, to: admin.email });
  }
}
