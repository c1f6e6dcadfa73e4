import type { EmailPreference } from '@kinbridge/contract/profile/email-preferences.contract';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

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
