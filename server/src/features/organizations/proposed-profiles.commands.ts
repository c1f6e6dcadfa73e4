import { type VettedField, vettedFields } from '@kinbridge/contract/organizations/proposed-profile.contract';
import type { StaffCaller } from '../../access/caller.ts';
import { orNotFound } from '../../app-error.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { dropFile } from '../../records/stored-files/stored-files.commands.ts';
import { lockOrganization } from './organizations.queries.ts';
import { findProposal, type Proposal } from './proposed-profiles.queries.ts';

type Values = Proposal['values'];

/** What an admin asks for, beside what others see and what waited before. The organization is locked. */
interface Wish {
  accepted: Values;
  wanted: Values;
  logoFileId: number | null;
  waiting: Proposal | undefined;
}

/** Replaces what waits for an operator, or withdraws it if nothing is left to decide. The same changes stay one proposal. */
export async function proposeProfile(tx: Tx, caller: StaffCaller, wish: Wish): Promise<void> {
  const { accepted, wanted, logoFileId, waiting } = wish;
  const fields: string[] = differing(accepted, wanted);
  if (logoFileId !== null) fields.push('imageFilename');
  if (waiting && logoFileId === waiting.logoFileId && differing(waiting.values, wanted).length === 0) return;
  if (fields.length === 0) {
    if (waiting) await withdraw(tx, caller, waiting);
    return;
  }
  if (waiting) await deleteProposal(tx, waiting, logoFileId);
  const { id } = await sql<{ id: number }>`
    insert into proposed_profiles (organization_id, proposed_by, name, website, address_line1, address_line2, city,
      zip_code, logo_file_id)
    values (${caller.organizationId}, ${caller.userId}, ${wanted.name}, ${wanted.website}, ${wanted.addressLine1},
      ${wanted.addressLine2}, ${wanted.city}, ${wanted.zipCode}, ${logoFileId}) returning id`.one(tx);
  await auditProposal(tx, caller, 'organization.profile-proposed', { proposalId: id, fields });
}

/** Takes back what waits for an operator. */
export async function withdrawProfile(db: Database, caller: StaffCaller): Promise<undefined> {
  await transaction(db, async (tx) => {
    await lockOrganization(tx, caller.organizationId);
    const waiting = orNotFound(await findProposal(tx, caller.organizationId), 'proposed change');
    await withdraw(tx, caller, waiting);
  });
}

async function withdraw(tx: Tx, caller: StaffCaller, waiting: Proposal): Promise<void> {
  await deleteProposal(tx, waiting, null);
  await auditProposal(tx, caller, 'organization.profile-withdrawn', { proposalId: waiting.id });
}

/** Its logo is deleted too, unless it is the one to keep. */
export async function deleteProposal(tx: Tx, { id, logoFileId }: Proposal, keep: number | null): Promise<void> {
  await sql`delete from proposed_profiles where id = ${id}`.run(tx);
  if (logoFileId !== null && logoFileId !== keep) await dropFile(tx, logoFileId);
}

type ProposalAction = 'organization.profile-proposed' | 'organization.profile-withdrawn';

function auditProposal(tx: Tx, caller: StaffCaller, action: ProposalAction, detail: Record<string, unknown>) {
  return record(tx, { caller, action, entityId: caller.organizationId, detail });
}

function differing(one: Values, other: Values): VettedField[] {
  return vettedFields.filter((field) => one[field] !== other[field]);
}

export function vettedValues(profile: { [field in VettedField]?: string | null } & { name: string }): Values {
  const values = Object.fromEntries(vettedFields.map((field) => [field, profile[field] ?? null]));
  return { ...(values as Record<VettedField, string | null>), name: profile.name };
}
