import type { EmailPreference } from '@kinbridge/contract/profile/email-preferences.contract';
import type { StaffCaller } from '../../access/caller.ts';
import { notFound } from '../../app-error.ts';
import type { Executor, Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';

export interface PreferenceChoice {
  serviceId: number;
  isEmailRequired: boolean;
}

/** Saves the choices. One foreign service makes the whole call 404. */
export async function saveEmailPreferences(tx: Tx, caller: StaffCaller, userId: number, choices: PreferenceChoice[]) {
  const byService = new Map(choices.map((choice) => [choice.serviceId, choice.isEmailRequired]));
  const ids = [...byService.keys()];
  const rows = await sql`select 1 from services where id = any(${ids}::bigint[])
    and organization_id = ${caller.organizationId} and deleted_timestamp is null`.many(tx);
  if (rows.length < ids.length) throw notFound('service');
  await sql`
    insert into email_preferences (user_id, service_id, is_email_required)
    select ${userId}, * from unnest(${ids}::bigint[], ${[...byService.values()]}::boolean[])
    on conflict (user_id, service_id) do update set is_email_required = excluded.is_email_required`.run(tx);
  await record(tx, {
    caller,
    action: 'email-preference.edit',
    entityId: userId,
    detail: { services: ids },
  });
}

/** One row per service; by default admins get emails and employees don't. */
export async function findEmailPreferences(
  db: Executor,
  organizationId: number,
  userId: number,
): Promise<EmailPreference[]> {
  return sql<EmailPreference>`
    select e.id, u.id as "userId", s.name as "serviceName", s.id as "serviceId",
      coalesce(e.is_email_required, u.user_type = 'ADMIN') as "isEmailRequired"
    from users u join services s on s.organization_id = u.organization_id and s.deleted_timestamp is null
      left join email_preferences e on e.user_id = u.id and e.service_id = s.id
    where u.id = ${userId} and u.organization_id = ${organizationId} and u.user_type <> 'PATIENT'
    order by s.id`.many(db);
}
