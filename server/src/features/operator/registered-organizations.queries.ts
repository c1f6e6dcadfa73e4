import type {
  ListedOrganization,
  RegisteredOrganization,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';

/** An organization's facts for an operator. */
export type RegisteredRow = Omit<ListedOrganization, 'warnings'>;

/** Every organization, oldest registration first: an impostor is recognized by comparing it with all others. */
export async function findRegisteredOrganizations(db: Executor): Promise<RegisteredRow[]> {
  return sql<RegisteredRow>`
    select o.id, o.name, o.approval, o.approval_reason as reason, o.verified_timestamp is not null as verified,
      ${iso('o.create_timestamp')} as "createTimestamp", o.organization_type as "organizationType",
      o.address_line1 as address, o.city, o.address_line2 as state, o.zip_code as "zipCode", o.email,
      o.phone_number as "phoneNumber", o.website,
      coalesce((select json_agg(json_build_object('name', u.first_name || ' ' || u.last_name, 'email', l.email) order by u.id)
        from users u join logins l on l.user_id = u.id
        where u.organization_id = o.id and u.user_type = 'ADMIN' and u.status <> 'INACTIVE'), '[]'::json) as admins
    from organizations o order by o.id`.many(db);
}

/** What only an organization's own page shows. */
export async function findRegistrationDetails(
  db: Executor,
  id: number,
): Promise<Pick<RegisteredOrganization, 'description' | 'services'>> {
  return sql<Pick<RegisteredOrganization, 'description' | 'services'>>`
    select o.description, coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'type', s.type) order by s.name)
      from services s where s.organization_id = o.id and s.deleted_timestamp is null), '[]'::json) as services
    from organizations o where o.id = ${id}`.one(db);
}
