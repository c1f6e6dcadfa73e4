import type { ProposedProfile, VettedField } from '@kinbridge/contract/organizations/proposed-profile.contract';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';
import type { NamedFile } from '../../records/stored-files/stored-files.commands.ts';

/** The changes that wait, as JSON or null, beside the row o of their organization. */
export const proposedProfileJson = sql<ProposedProfile | null>`(
  select jsonb_build_object('id', p.id, 'createTimestamp', ${iso('p.create_timestamp')},
    'proposedBy', jsonb_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name),
    'fields', (
      select coalesce(jsonb_agg(jsonb_build_object('field', c.field, 'value', c.value, 'proposedValue', c.proposed)
        order by c.place), '[]')
      from (values (1, 'name', o.name, p.name), (2, 'imageFilename', l.file_name, coalesce(n.file_name, l.file_name)),
        (3, 'website', o.website, p.website), (4, 'addressLine1', o.address_line1, p.address_line1),
        (5, 'city', o.city, p.city), (6, 'addressLine2', o.address_line2, p.address_line2),
        (7, 'zipCode', o.zip_code, p.zip_code)) c (place, field, value, proposed)
      -- Two logos may have the same name.
      where c.value is distinct from c.proposed or c.field = 'imageFilename' and n.id is not null))
  from proposed_profiles p join users u on u.id = p.proposed_by left join files n on n.id = p.logo_file_id
    left join files l on l.id = o.logo_file_id
  where p.organization_id = o.id)`;

export interface Proposal {
  id: number;
  values: Record<VettedField, string | null> & { name: string };
  logoFileId: number | null;
  /** The name of the proposed logo. */
  imageFilename: string | null;
}

/** The changes that wait, for callers that have locked the organization. */
export async function findProposal(db: Executor, organizationId: number): Promise<Proposal | undefined> {
  return sql<Proposal>`
    select p.id, p.logo_file_id as "logoFileId", f.file_name as "imageFilename",
      jsonb_build_object('name', p.name, 'website', p.website, 'addressLine1', p.address_line1,
        'addressLine2', p.address_line2, 'city', p.city, 'zipCode', p.zip_code) as values
    from proposed_profiles p left join files f on f.id = p.logo_file_id
    where p.organization_id = ${organizationId}`.maybeOne(db);
}

export async function findProposedLogo(db: Executor, organizationId: number): Promise<NamedFile | undefined> {
  return sql<NamedFile>`
    select f.storage_key, f.content_type, f.file_name, f.scan from proposed_profiles p join files f on f.id = p.logo_file_id
    where p.organization_id = ${organizationId}`.maybeOne(db);
}
