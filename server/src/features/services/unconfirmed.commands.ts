import { confirmDays } from '@kinbridge/contract/services/availability';
import type { Contact } from '@kinbridge/contract/services/contact';
import { type Database, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { queueEmail } from '../../records/emails/emails.commands.ts';
import { contactJson } from './services.queries.ts';

export const unconfirmedEmail = 'services-unconfirmed';

/** Over row s of services. */
const isUnconfirmed = sql`s.deleted_timestamp is null and s.confirmed_timestamp < now() - make_interval(days => ${confirmDays})`;

/**
 * Asks the admins of organizations with listings that nobody confirmed. Runs daily and asks a person once a week, so a
 * server that was down on one day asks on the next.
 */
export async function askToConfirmServices(db: Database): Promise<void> {
  await transaction(db, async (tx) => {
    const admins = await sql<{ id: number; email: string }>`
      select u.id, l.email from users u join logins l on l.user_id = u.id join organizations o on o.id = u.organization_id
      where u.user_type = 'ADMIN' and u.status = 'ACTIVE' and l.verified_timestamp is not null
        and o.approval = 'APPROVED'
        and exists (select from services s where s.organization_id = o.id and ${isUnconfirmed})
        and not exists (select from emails e where e.user_id = u.id and e.kind = ${unconfirmedEmail}
          and e.create_timestamp > now() - interval '6 days 12 hours')
      order by u.id`.many(tx);
    for (const { id, email } of admins) await queueEmail(tx, { kind: unconfirmedEmail, userId: id, to: email });
  });
}

export interface UnconfirmedService {
  id: number;
  name: string;
  since: Date;
  contact: Contact;
}

/** The listings that an active admin should confirm, longest unconfirmed first. */
export async function findUnconfirmedServices(db: Database, adminId: number): Promise<UnconfirmedService[]> {
  return sql<UnconfirmedService>`
    select s.id, s.name, s.confirmed_timestamp as since, ${contactJson('o')} as contact
    from users u join services s on s.organization_id = u.organization_id join organizations o on o.id = s.organization_id
    where u.id = ${adminId} and u.user_type = 'ADMIN' and u.status = 'ACTIVE' and ${isUnconfirmed}
    order by s.confirmed_timestamp, s.id`.many(db);
}
