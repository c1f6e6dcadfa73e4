import type { UserStatus, UserType } from '@kinbridge/contract/users/user-status';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { isWaitingSignUp } from '../auth/auth.queries.ts';
import type { ScimFilter } from './scim-filter.ts';
import type { Page } from './scim-list.ts';

/** A person of the organization's staff, as its directory sees them. */
export interface ScimPerson {
  id: number;
  firstName: string;
  lastName: string;
  status: UserStatus;
  userType: UserType;
  email: string | null;
  /** The address as the directory last wrote it. */
  userName: string | null;
  externalId: string | null;
  createTimestamp: string;
  updateTimestamp: string;
}

export const userFilters = ['userName', 'externalId', 'id'] as const;
export type UserFilter = ScimFilter<(typeof userFilters)[number]>;

const columns = sql`u.id, u.first_name as "firstName", u.last_name as "lastName", u.status, u.user_type as "userType",
  coalesce(l.email, u.email) as email, p.user_name as "userName", p.external_id as "externalId",
  ${iso('u.create_timestamp')} as "createTimestamp", ${iso('u.update_timestamp')} as "updateTimestamp"`;

const staff = sql`users u left join logins l on l.user_id = u.id left join scim_people p on p.user_id = u.id`;

/** Staff, but no sign-up before it is verified, and nobody whom the directory deleted, unless an admin brought them back. */
function seenBy(organizationId: number) {
  return sql`u.organization_id = ${organizationId} and u.user_type <> 'PATIENT'
    and not ${isWaitingSignUp}
    and (p.delete_timestamp is null or u.status <> 'INACTIVE')`;
}

export async function findPerson(db: Executor, organizationId: number, id: number): Promise<ScimPerson | undefined> {
  return sql<ScimPerson>`select ${columns} from ${staff}
    where ${seenBy(organizationId)} and u.id = ${id}`.maybeOne(db);
}

export async function findPeople(
  db: Executor,
  organizationId: number,
  filter: UserFilter,
  { startIndex, count }: Page,
): Promise<{ people: ScimPerson[]; total: number }> {
  const matching = sql`${seenBy(organizationId)}
    and (${filter.userName ?? null}::text is null or coalesce(l.email, u.email) = lower(${filter.userName ?? null}))
    and (${filter.externalId ?? null}::text is null or p.external_id = ${filter.externalId ?? null})
    and (${filter.id ?? null}::text is null or u.id::text = ${filter.id ?? null})`;
  const { total } = await sql<{ total: number }>`select count(*) as total from ${staff} where ${matching}`.one(db);
  const people = await sql<ScimPerson>`select ${columns} from ${staff} where ${matching}
    order by u.id limit ${count} offset ${startIndex - 1}`.many(db);
  return { people, total };
}

export interface GroupMember {
  id: number;
  firstName: string;
  lastName: string;
}

export async function findGroupMembers(db: Executor, organizationId: number, userType: UserType) {
  return sql<GroupMember>`select u.id, u.first_name as "firstName", u.last_name as "lastName" from ${staff}
    where ${seenBy(organizationId)} and u.user_type = ${userType} order by u.id`.many(db);
}

/** The types of those ids that the directory sees, deleted or not. */
export async function findUserTypes(db: Executor, organizationId: number, ids: number[]) {
  const rows = await sql<{ id: number; userType: UserType }>`select u.id, u.user_type as "userType" from ${staff}
    where u.id = any(${ids}::bigint[]) and u.organization_id = ${organizationId} and u.user_type <> 'PATIENT'
      and not ${isWaitingSignUp}`.many(db);
  return new Map(rows.map(({ id, userType }) => [id, userType]));
}
