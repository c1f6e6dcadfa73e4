import type { OrganizationSetup } from '@kinbridge/contract/organizations/setup.contract';
import type { StaffCaller } from '../../access/caller.ts';
import { notFound } from '../../app-error.ts';
import type { Executor, Tx } from '../../db/database.ts';
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

/** The organization's progress on its first steps, derived from its data. */
export async function findSetup(db: Executor, organizationId: number): Promise<OrganizationSetup> {
  const row = await sql<OrganizationSetup>`
    select o.logo_file_id is not null as logo, o.setup_dismissed_timestamp is not null as dismissed,
      exists (select from services s where s.organization_id = o.id and s.deleted_timestamp is null) as services,
      exists (select from invitations i where i.organization_id = o.id)
        or (select count(*) > 1 from (select from users u join logins l on l.user_id = u.id
          where u.organization_id = o.id and u.user_type <> 'PATIENT' and l.verified_timestamp is not null limit 2) staff)
        as colleagues,
      exists (select from visible_members m where m.organization_id = o.id) as members,
      exists (select from service_requests r where r.organization_id = o.id) as referral,
      exists (select from survey_forms f where f.organization_id = o.id) as form
    from organizations o where o.id = ${organizationId}`.maybeOne(db);
  if (!row) throw notFound('organization');
  return row;
}
