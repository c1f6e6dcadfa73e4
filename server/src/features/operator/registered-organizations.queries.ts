import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** An organization's facts for an operator. */
export interface RegisteredOrganization {
  id: number;
  name: string;
  approval: OrganizationApproval;
  reason: string | null;
  verified: boolean;
  registered: string;
  address: string | null;
  city: string | null;
  zipCode: string | null;
  email: string | null;
  phoneNumber: string;
  website: string | null;
  /** Names and addresses of its admins. */
  admins: { name: string; email: string }[];
}

/** Every organization, oldest registration first. */
export async function findRegisteredOrganizations(db: Executor): Promise<RegisteredOrganization[]> {
  return sql<RegisteredOrganization>`
    select o.id, o.name, o.approval, o.approval_reason as reason, o.verified_timestamp is not null as verified,
      to_char(o.create_timestamp at time zone 'UTC', 'YYYY-MM-DD') as registered, o.address_line1 as address, o.city,
      o.zip_code as "zipCode", o.email, o.phone_number as "phoneNumber", o.website,
      coalesce((select json_agg(json_build_object('name', u.first_name || ' ' || u.last_name, 'email', l.email) order by u.id)
        from users u join logins l on l.user_id = u.id
        where u.organization_id = o.id and u.user_type = 'ADMIN' and u.status <> 'INACTIVE'), '[]'::json) as admins
    from organizations o order by o.id`.many(db);
}
