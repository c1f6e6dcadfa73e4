import type {
  Organization,
  organizationRegistration,
  organizationUpdate,
} from '@kinbridge/contract/organizations/organizations.contract';
import { termsVersion } from '@kinbridge/contract/organizations/terms-version';
import type { z } from 'zod';
import type { StaffCaller, Visitor } from '../../access/caller.ts';
import { AppError, invalidField } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { queueEmail } from '../../records/emails/emails.commands.ts';
import { record, tellScreens } from '../../records/happenings/record.commands.ts';
import { dropFile, insertFile, type StoredFile } from '../../records/stored-files/stored-files.commands.ts';
import { findOrganization, lockOrganization } from './organizations.queries.ts';
import { deleteProposal, proposeProfile, vettedValues } from './proposed-profiles.commands.ts';
import { findProposal } from './proposed-profiles.queries.ts';

type Registration = z.output<typeof organizationRegistration>;
type Profile = Omit<
  z.output<typeof organizationUpdate>,
  | 'id'
  | 'imageFilename'
  | 'approval'
  | 'approvalReason'
  | 'idleMinutes'
  | 'proposedProfile'
  | 'serviceDTOList'
  | 'before'
>;

/** The organization as the editor last saw it, in full or in part. */
type Known = NonNullable<z.output<typeof organizationUpdate>['before']>;

/** Registers a partner with its services, and records that the terms were accepted. */
export async function registerOrganization(
  tx: Tx,
  caller: Visitor,
  input: Registration,
  logo: StoredFile | null,
): Promise<{ id: number; registeredAt: number }> {
  const logoId = logo ? await insertFile(tx, logo) : null;
  const { id, registeredAt } = await sql<{ id: number; registeredAt: number }>`
    insert into organizations (name, organization_type, email, phone_number, address_line1, address_line2, city, zip_code,
      website, description, logo_file_id, terms_version, time_zone)
    values (${input.name}, ${input.organizationType}, ${input.email ?? null}, ${input.phoneNumber},
      ${input.addressLine1 ?? null}, ${input.addressLine2 ?? null}, ${input.city ?? null}, ${input.zipCode ?? null},
      ${input.website ?? null}, ${input.description ?? null}, ${logoId}, ${termsVersion}, ${timeZoneOf(input.zipCode)})
    returning id, extract(epoch from create_timestamp)::bigint as "registeredAt"`.one(tx);
  const services = input.serviceDTOList;
  await sql`
    insert into services (organization_id, name, type, description)
    select ${id}, * from unnest(${services.map((service) => service.name)}::text[],
      ${services.map((service) => service.type)}::text[],
      ${services.map((service) => service.description ?? null)}::text[])`.run(tx);
  await record(tx, {
    caller,
    organizationId: id,
    action: 'organization.register',
    entityId: id,
    detail: { services: services.length, termsVersion },
  });
  return { id, registeredAt };
}

/** The ZIP code's time zone, or Detroit's; metrics use its days. */
function timeZoneOf(zipCode: string | null | undefined) {
  return sql`coalesce((select time_zone from zip_codes where zip_code = ${zipCode?.slice(0, 5) ?? null}), 'America/Detroit')`;
}

interface Edit {
  profile: Profile;
  known: Known;
  /** The logo's name as sent back: the present one, or the proposed one to keep it. */
  imageFilename: string | null | undefined;
  logo: StoredFile | null;
}

/**
 * Changes the profile. If operators approve organizations, an approved one's changes of what they looked at wait for one;
 * the others apply. A replaced logo is deleted with its bytes after the commit.
 */
export async function updateOrganization(
  tx: Tx,
  config: Pick<Config, 'organizationApproval'>,
  caller: StaffCaller,
  { profile, known, imageFilename, logo }: Edit,
): Promise<void> {
  const id = caller.organizationId;
  const before = await lockOrganization(tx, id);
  if (Object.keys(known).length > 0) refuseStaleEdit(await findOrganization(tx, id), known);
  const waiting = await findProposal(tx, id);
  const keepsProposed = typeof imageFilename === 'string' && imageFilename === waiting?.imageFilename;
  if (imageFilename !== undefined && imageFilename !== before.imageFilename && !keepsProposed) {
    throw invalidField('imageFilename', 'Send the new logo as the part named file.');
  }
  const logoFileId = logo ? await insertFile(tx, logo) : keepsProposed ? waiting.logoFileId : null;
  const accepted = vettedValues(before.profile);
  const waits = config.organizationApproval === 'operator' && before.approval === 'APPROVED';
  const applied = waits ? { ...profile, ...accepted } : profile;
  await applyProfile(tx, id, applied, { replaced: before.logoFileId, logoFileId: waits ? null : logoFileId });
  if (waits) await proposeProfile(tx, caller, { accepted, wanted: vettedValues(profile), logoFileId, waiting });
  else if (waiting) await deleteProposal(tx, waiting, logoFileId);
  const fields = (Object.keys(before.profile) as (keyof Profile)[]).filter(
    (name) => before.profile[name] !== (applied[name] ?? null),
  );
  const logoChanged = !waits && logoFileId !== null;
  if (!waits || fields.length > 0) {
    await record(tx, {
      caller,
      action: 'organization.edit',
      entityId: id,
      detail: { fields, logo: logoChanged },
    });
  }
}

/**
 * Writes what others see. A replaced logo is deleted with its bytes after the commit. A sign-in page that nobody can have
 * used is named again, so that its address has no name that was never approved.
 */
export async function applyProfile(
  tx: Tx,
  id: number,
  profile: Profile,
  { replaced, logoFileId }: { replaced: number | null; logoFileId: number | null },
): Promise<void> {
  await sql`
    update organizations set name = ${profile.name}, organization_type = ${profile.organizationType},
      email = ${profile.email ?? null}, phone_number = ${profile.phoneNumber},
      address_line1 = ${profile.addressLine1 ?? null}, address_line2 = ${profile.addressLine2 ?? null},
      city = ${profile.city ?? null}, zip_code = ${profile.zipCode ?? null}, website = ${profile.website ?? null},
      description = ${profile.description ?? null}, logo_file_id = coalesce(${logoFileId}, logo_file_id),
      time_zone = ${timeZoneOf(profile.zipCode)}, update_timestamp = ${laterTimestamp},
      slug = case when name = ${profile.name} or approved_timestamp is not null
        or exists (select from identity_providers where organization_id = ${id}) then slug end
    where id = ${id}`.run(tx);
  if (logoFileId !== null && replaced !== null) await dropFile(tx, replaced);
}

function refuseStaleEdit(current: Organization | null, known: Known): void {
  // An operator's decision or another sign-in rule in between isn't a profile edit.
  const { approval: _approval, approvalReason: _reason, idleMinutes: _idle, proposedProfile, ...profile } = known;
  const told = Object.keys(profile) as (keyof typeof profile)[];
  const sameProposal = proposedProfile === undefined || proposedProfile?.id === current?.proposedProfile?.id;
  if (sameProposal && told.every((name) => known[name] === undefined || known[name] === current?.[name])) return;
  throw new AppError('stale', 'Someone else changed the business profile. Review their changes and save again.', {
    extra: { current },
  });
}

/** Activates the verified first admin; the organization is approved or waits for the operator. */
export async function openOrganization(
  tx: Tx,
  config: Pick<Config, 'organizationApproval'>,
  admin: { userId: number; organizationId: number | null; email: string },
): Promise<void> {
  const row = await sql<{ approval: string }>`
    update organizations set verified_timestamp = now(),
      approval = case when ${config.organizationApproval} = 'auto' then 'APPROVED' else approval end,
      approved_timestamp = case when ${config.organizationApproval} = 'auto' then now() end
    where id = ${admin.organizationId} and verified_timestamp is null returning approval`.maybeOne(tx);
  if (!row || admin.organizationId === null) return;
  await tellScreens(tx, 'review', admin.organizationId, { id: admin.organizationId });
  await sql`update users set status = 'ACTIVE' where id = ${admin.userId}`.run(tx);
  if (row.approval === 'WAITING') {
    await queueEmail(tx, { kind: 'organization-waiting', userId: admin.userId, to: admin.email });
  }
}

const batchSize = 100;

/** Removes registrations left unverified for 7 days, with all their data. */
export async function purgeUnverifiedOrganizations(db: Database): Promise<void> {
  while ((await transaction(db, purgeBatch)) === batchSize);
}

/** Nobody ever signed in, so they only have unverified sign-ups, services and a logo. */
async function purgeBatch(tx: Tx): Promise<number> {
  const rows = await sql<{ id: number; logo_file_id: number | null }>`
    select id, logo_file_id from organizations
    where verified_timestamp is null and create_timestamp < now() - interval '7 days'
    order by create_timestamp limit ${batchSize} for update skip locked`.many(tx);
  const ids = rows.map(({ id }) => id);
  await sql`delete from users where organization_id = any(${ids}::bigint[])`.run(tx);
  await sql`delete from services where organization_id = any(${ids}::bigint[])`.run(tx);
  await sql`delete from organizations where id = any(${ids}::bigint[])`.run(tx);
  for (const { logo_file_id } of rows) if (logo_file_id !== null) await dropFile(tx, logo_file_id);
  return rows.length;
}
