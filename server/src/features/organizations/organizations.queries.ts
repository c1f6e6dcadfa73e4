import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import type { Organization } from '@kinbridge/contract/organizations/organizations.contract';
import { notFound } from '../../app-error.ts';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { NamedFile } from '../../records/stored-files/stored-files.commands.ts';
import { milesBetween, serviceJson } from '../services/services.queries.ts';
import { proposedProfileJson } from './proposed-profiles.queries.ts';

const publicFields = sql`'id', o.id, 'name', o.name, 'organizationType', o.organization_type, 'city', o.city,
  'zipCode', o.zip_code, 'imageFilename', f.file_name`;

const allFields = sql`${publicFields}, 'email', o.email, 'phoneNumber', o.phone_number, 'addressLine1', o.address_line1,
  'addressLine2', o.address_line2, 'website', o.website, 'description', o.description`;

export async function findOrganization(db: Executor, id: number): Promise<Organization | null> {
  const row = await sql<{ organization: Organization }>`
    select jsonb_build_object(${allFields}, 'approval', o.approval, 'approvalReason', o.approval_reason,
      'idleMinutes', o.idle_minutes, 'proposedProfile', ${proposedProfileJson}) as organization
    from organizations o left join files f on f.id = o.logo_file_id where o.id = ${id}`.maybeOne(db);
  return row?.organization ?? null;
}

type Profile = Omit<
  Organization,
  'id' | 'imageFilename' | 'approval' | 'approvalReason' | 'idleMinutes' | 'proposedProfile'
>;

/** The organization, locked for the change, since two admins may each upload a logo, and an operator may decide. */
export async function lockOrganization(db: Executor, id: number) {
  const row = await sql<{
    profile: Profile;
    approval: OrganizationApproval;
    logoFileId: number | null;
    imageFilename: string | null;
  }>`
    select jsonb_build_object('name', o.name, 'organizationType', o.organization_type, 'email', o.email,
      'phoneNumber', o.phone_number, 'addressLine1', o.address_line1, 'addressLine2', o.address_line2, 'city', o.city,
      'zipCode', o.zip_code, 'website', o.website, 'description', o.description) as profile,
      o.approval, o.logo_file_id as "logoFileId",
      (select f.file_name from files f where f.id = o.logo_file_id) as "imageFilename"
    from organizations o where o.id = ${id} for no key update`.maybeOne(db);
  if (!row) throw notFound('organization');
  return row;
}

/** Miles between the centroids of ZIP codes, by their first five digits; null if one is unknown. */
export async function findDistances(db: Executor, from: string, to: string[]): Promise<Record<string, number | null>> {
  const zipCodes = [...new Set(to.map((zip) => zip.slice(0, 5)))];
  const rows = await sql<{ zipCode: string; miles: number | null }>`
    select w.zip_code as "zipCode",
      case when w.zip_code = ${from.slice(0, 5)} then 0 else round((${milesBetween('origin', 'z')})::numeric, 1)::float8 end as miles
    from unnest(${zipCodes}::text[]) w (zip_code) left join zip_codes z on z.zip_code = w.zip_code
      left join zip_codes origin on origin.zip_code = ${from.slice(0, 5)}`.many(db);
  return Object.fromEntries(rows.map(({ zipCode, miles }) => [zipCode, miles]));
}

export interface OrganizationSearch {
  zipCode?: string | undefined;
  radius: number;
  /** Set for signed-in staff: they get full records with services, and always their own. */
  ownOrganizationId: number | null;
}

/**
 * The partners by name, as JSON text; with a ZIP code, those within the radius, nearest first. Distances are straight
 * lines between ZIP centroids; a ZIP code without a centroid matches its own text.
 */
export async function listOrganizations(db: Executor, search: OrganizationSearch): Promise<string> {
  const zip = search.zipCode?.slice(0, 5) ?? null;
  const own = search.ownOrganizationId;
  const fields =
    own === null ? publicFields : sql`${allFields}, 'timeZone', o.time_zone, 'services', coalesce(s.services, '[]')`;
  const distance = zip === null || own === null ? sql`` : sql`, 'distanceMiles', round(o.miles::numeric, 1)`;
  const services = sql`left join lateral (
    select json_agg(${serviceJson} order by s.id) as services
    from services s where s.organization_id = o.id and s.deleted_timestamp is null) s on true`;
  const { list } = await sql<{ list: string }>`
    with origin as (select latitude, longitude from zip_codes where zip_code = ${zip}),
    partners as (
      select o.*, case
        when left(o.zip_code, 5) = ${zip} then 0
        else ${milesBetween('origin', 'z')} end as miles
      from organizations o left join origin on true left join zip_codes z on z.zip_code = left(o.zip_code, 5)
      where o.approval = 'APPROVED'
    )
    select coalesce(json_agg(json_build_object(${fields}${distance})
      order by case when ${zip}::text is null then null else o.miles end nulls last, o.name collate person_names, o.id),
      '[]'::json)::text as list
    from partners o left join files f on f.id = o.logo_file_id ${own === null ? sql`` : services}
    where ${zip}::text is null or o.miles <= ${search.radius} or o.id = ${own}`.one(db);
  return list;
}

export async function findLogo(db: Executor, organizationId: number) {
  return sql<NamedFile>`
    select f.storage_key, f.content_type, f.file_name, f.scan from organizations o join files f on f.id = o.logo_file_id
    where o.id = ${organizationId}`.maybeOne(db);
}
