import { smsBlockedReasons } from '@kinbridge/contract/sms/sms-blocked-reasons';
import type { User } from '@kinbridge/contract/users/users.contract';
import { type Caller, isActiveAdmin } from '../../access/caller.ts';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { smsBlockedReason, waitingText } from '../sms/sms-blocked.queries.ts';
import { ownProposals, pendingChanges } from './proposed-changes.queries.ts';
import { userColumns } from './user-columns.ts';

/** For members, only the caller's own organization; staff have one, operators none. */
const ownOrganizations = sql`coalesce(case when u.user_type = 'PATIENT'
    then (select jsonb_agg(om.organization_id order by om.organization_id) from visible_members om
      where om.member_id = u.id) end,
    case when u.organization_id is null then '[]' else jsonb_build_array(u.organization_id) end)`;

const profile = sql.raw(
  Object.entries(userColumns)
    .map(([field, column]) => `'${field}', u.${column}`)
    .join(', '),
);

/** A user as the API shows it, built in SQL so a screen needs one query. */
export function asUser(organizationIds: RawBuilder<unknown> = ownOrganizations): RawBuilder<User> {
  return sql<User>`jsonb_strip_nulls(jsonb_build_object('pendingEmail', l.pending_email))
  || jsonb_build_object('id', u.id, ${profile}, 'userType', u.user_type, 'status', u.status, 'active', u.status = 'ACTIVE', 'organizationId', case when u.user_type = 'PATIENT' then ${organizationIds} -> 0 else to_jsonb(u.organization_id) end,
    'organizationIds', ${organizationIds},
    'addedByOrganizationId', u.organization_id, 'createTimestamp', ${iso('u.create_timestamp')},
    'updateTimestamp', ${iso('u.update_timestamp')})`;
}

/** Whoever looks at someone else, and whether as an active admin of their organization. */
export interface Viewer {
  organizationId: number | null;
  isAdmin: boolean;
}

/** How a caller looks at a user; null for themselves. */
export function viewerOf(caller: Caller, id: number): Viewer | null {
  return caller.userId === id ? null : { organizationId: caller.organizationId, isAdmin: isActiveAdmin(caller) };
}

/**
 * One user. Another organization's viewer sees only itself among a member's organizations, no pending address, and its
 * own proposed values.
 */
export async function findUser(db: Executor, id: number, viewer: Viewer | null = null): Promise<User | null> {
  const viewerId = viewer?.organizationId ?? null;
  // Staff belong to their organization for every viewer.
  const organizations =
    viewerId === null
      ? undefined
      : sql`jsonb_build_array(case when u.user_type = 'PATIENT' then ${viewerId}::bigint else u.organization_id end)`;
  const row = await sql<{ user: User }>`
    select ((${asUser(organizations)}) - ${viewerId === null ? '' : 'pendingEmail'}::text)
      || case when u.user_type = 'PATIENT' then jsonb_build_object('smsBlockedReason',
          coalesce((select ${waitingText('w')} from organizations w where w.id = ${viewerId}::bigint), ${smsBlockedReason('u')}))
        when x.phone_number is not null and ${viewer === null ? sql`true` : sql`u.organization_id = ${viewerId}::bigint`}
          then jsonb_build_object('smsBlockedReason', ${sql.lit(smsBlockedReasons.optedOut)})
        else '{}'::jsonb end
      || jsonb_build_object('proposedChanges', ${pendingChanges(viewerId)},
        'updateTimestamp', ${iso('greatest(u.update_timestamp, own.changed)')})
      || coalesce(own.pending, '{}'::jsonb) || ${accountFor(viewer)} as "user"
    from users u left join logins l on l.user_id = u.id left join sms_opt_outs x on x.phone_number = u.phone_number
      cross join lateral ${ownProposals(viewerId)} own
    where u.id = ${id}`.maybeOne(db);
  return row?.user ?? null;
}

/**
 * Whether user u, with login l, has a second factor, is linked to a provider, and has an address that refuses email: for
 * themselves, and for active admins of their organization.
 */
export function accountFor(viewer: Viewer | null): RawBuilder<unknown> {
  const visible = viewer === null ? sql`l.email, l.pending_email` : sql`l.email`;
  const account = sql`jsonb_build_object('secondFactor', u.second_factor,
    'singleSignOn', exists (select from linked_identities i where i.user_id = u.id)) || case when l.refused_email in (${visible})
    then jsonb_build_object('refusedEmail', l.refused_email) else '{}'::jsonb end`;
  if (viewer === null) return account;
  if (!viewer.isAdmin) return sql`'{}'::jsonb`;
  return sql`case when u.user_type <> 'PATIENT' and u.organization_id = ${viewer.organizationId}::bigint
    then ${account} else '{}'::jsonb end`;
}
