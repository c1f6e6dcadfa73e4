import { isDeepStrictEqual } from 'node:util';
import type {
  ListedOrganization,
  OrganizationWarning,
  RegisteredOrganization,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import {
  type OrganizationApproval,
  organizationApprovals,
} from '@kinbridge/contract/organizations/organization-approval';
import type { ProposedProfile } from '@kinbridge/contract/organizations/proposed-profile.contract';
import type { Page } from '@kinbridge/contract/shared/paging';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { proposedProfileJson } from '../organizations/proposed-profiles.queries.ts';
import { findProposedWarnings, findWarnings } from './alike-organizations.queries.ts';

/** Organizations as operators see them, with what they share with others. `rest` has the conditions and the order. */
async function findListed(db: Executor, rest: RawBuilder<unknown>): Promise<ListedOrganization[]> {
  const rows = await sql<
    Omit<ListedOrganization, 'warnings' | 'proposedProfile'> & { proposed: ProposedProfile | null }
  >`
    select o.id, o.name, o.approval, o.approval_reason as reason, o.verified_timestamp is not null as verified,
      ${iso('o.create_timestamp')} as "createTimestamp", ${iso('o.update_timestamp')} as "updateTimestamp", o.organization_type as "organizationType",
      o.address_line1 as address, o.city, o.address_line2 as state, o.zip_code as "zipCode", o.email,
      o.phone_number as "phoneNumber", o.website,
      (select f.file_name from files f where f.id = o.logo_file_id) as "imageFilename",
      coalesce((select json_agg(json_build_object('name', u.first_name || ' ' || u.last_name, 'email', l.email) order by u.id)
        from users u join logins l on l.user_id = u.id
        where u.organization_id = o.id and u.user_type = 'ADMIN' and u.status <> 'INACTIVE'), '[]'::json) as admins,
      ${proposedProfileJson} as proposed
    from organizations o ${rest}`.many(db);
  const ids = rows.map(({ id }) => id);
  const warnings = await findWarnings(db, ids);
  const namesakes = rows.some(({ proposed }) => proposed) ? await findProposedWarnings(db, ids) : undefined;
  return rows.map(({ proposed, ...row }) => {
    const own = warnings.get(row.id) ?? [];
    const shared = proposed && addedBy(proposed, namesakes?.get(row.id) ?? [], own);
    return { ...row, warnings: own, proposedProfile: proposed && { ...proposed, namesakes: shared ?? [] } };
  });
}

/** What the proposed values share with others, without what the organization shares already. */
function addedBy({ fields }: ProposedProfile, shared: OrganizationWarning[], already: OrganizationWarning[]) {
  const renamed = fields.some(({ field }) => field === 'name');
  return shared.filter((warning) =>
    warning.kind === 'same-name' || warning.kind === 'similar-name'
      ? renamed
      : !already.some((other) => isDeepStrictEqual(other, warning)),
  );
}

interface Asked {
  approval?: OrganizationApproval | undefined;
  proposed?: 'true' | undefined;
  search?: string | undefined;
  page: number;
  size: number;
}

type Counts = Record<OrganizationApproval, number>;

/** A page of organizations, waiting ones first, then the newest, and how many the search finds by state. */
export async function findOrganizations(
  db: Executor,
  { approval, proposed, search = '', page, size }: Asked,
): Promise<Page<ListedOrganization> & { counts: Counts; proposedCount: number }> {
  const found =
    search === ''
      ? sql`true`
      : sql`plain_organization_name(o.name) like '%' || plain_organization_name(${search}) || '%'`;
  const rows = await sql<{ approval: OrganizationApproval; count: number; proposed: number }>`
    select o.approval, count(*) as count, count(*) filter (where ${hasProposal}) as proposed
    from organizations o where ${found} group by o.approval`.many(db);
  const countOf = (state: OrganizationApproval) => rows.find((row) => row.approval === state)?.count ?? 0;
  const counts = Object.fromEntries(organizationApprovals.map((state) => [state, countOf(state)])) as Counts;
  const inState = approval === undefined ? sql`true` : sql`o.approval = ${approval}`;
  const asked = proposed ? sql`${inState} and ${hasProposal}` : inState;
  const content = await findListed(
    db,
    sql`where ${found} and ${asked} order by o.approval <> 'WAITING', o.id desc limit ${size} offset ${page * size}`,
  );
  const total = rows
    .filter((row) => approval === undefined || row.approval === approval)
    .reduce((sum, row) => sum + (proposed ? row.proposed : row.count), 0);
  const proposedCount = rows.reduce((sum, row) => sum + row.proposed, 0);
  const totalPages = Math.ceil(total / size);
  return { content, totalElements: total, totalPages, size, number: page, counts, proposedCount };
}

const hasProposal = sql<boolean>`exists (select from proposed_profiles w where w.organization_id = o.id)`;

export async function findOrganization(db: Executor, id: number): Promise<ListedOrganization | undefined> {
  const [organization] = await findListed(db, sql`where o.id = ${id}`);
  return organization;
}

/** Every organization, oldest registration first. */
export function findAllOrganizations(db: Executor): Promise<ListedOrganization[]> {
  return findListed(db, sql`order by o.id`);
}

export function findWaitingOrganizations(db: Executor): Promise<ListedOrganization[]> {
  return findListed(db, sql`where o.approval = 'WAITING' order by o.id`);
}

export function findProposingOrganizations(db: Executor): Promise<ListedOrganization[]> {
  return findListed(db, sql`where ${hasProposal} order by o.id`);
}

/** The organization with this id, or the one that proposed the changes with this id. They share their numbers. */
export async function findProposingOrganization(db: Executor, id: number): Promise<ListedOrganization | undefined> {
  const [organization] = await findListed(
    db,
    sql`join proposed_profiles w on w.organization_id = o.id where o.id = ${id} or w.id = ${id}`,
  );
  return organization;
}

/** Approved organizations with the same name: operators may accept it, and where they don't approve, names change. */
export function findNamesakes(db: Executor): Promise<ListedOrganization[]> {
  return findListed(
    db,
    sql`where o.approval = 'APPROVED' and plain_organization_name(o.name) in (
      select plain_organization_name(n.name) from organizations n where n.approval = 'APPROVED'
      group by 1 having count(*) > 1) order by o.id`,
  );
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
