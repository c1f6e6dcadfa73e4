import { createHmac, randomUUID } from 'node:crypto';
import type { Principal, StaffCaller } from '../../access/caller.ts';
import { isClosedRow } from '../../access/unapproved-organization.queries.ts';
import { AppError } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import type { Executor, Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { hashOpaqueToken } from '../../opaque-token.ts';
import { record } from '../../records/happenings/record.commands.ts';

/** Derived from the nonce, so the answer and the email have the same token and no table does. */
export function invitationLink(config: Pick<Config, 'secret' | 'publicUrl'>, nonce: string): string {
  return `${config.publicUrl}/signup?invitation=${invitationToken(config, nonce)}`;
}

function invitationToken(config: Pick<Config, 'secret'>, nonce: string): string {
  return createHmac('sha256', config.secret).update(`invitation ${nonce}`).digest('base64url');
}

export async function createInvitation(
  tx: Tx,
  config: Config,
  caller: StaffCaller,
  email: string | null,
): Promise<{ id: number; nonce: string }> {
  const nonce = randomUUID();
  const { organizationId, userId } = caller;
  const { id } = await sql<{ id: number }>`
    insert into invitations (organization_id, nonce, token_hash, email, created_by, expires_timestamp)
    values (${organizationId}, ${nonce}, ${hashOpaqueToken(invitationToken(config, nonce))}, ${email}, ${userId},
      now() + interval '7 days') returning id`.one(tx);
  await record(tx, {
    caller,
    action: 'invitation.create',
    entityId: id,
    detail: { mailed: email !== null },
    emails: email === null ? [] : [{ kind: 'invitation', userId, to: email, payload: { invitationId: id } }],
  });
  return { id, nonce };
}

export interface Invitation {
  id: number;
  email: string | null;
  organization: { id: number; name: string };
}

/** The valid invitation of a link's token; a used one can be reused only by the same sign-up. */
export async function requireInvitation(db: Executor, token: string): Promise<Invitation> {
  const found = await sql<Invitation & { expired: boolean; used: boolean; closed: boolean }>`
    select i.id, i.email, json_build_object('id', o.id, 'name', o.name) as organization,
      i.expires_timestamp <= now() as expired, ${isClosedRow('o')} as closed,
      i.email is not null and l.verified_timestamp is not null as used
    from invitations i join organizations o on o.id = i.organization_id left join logins l on l.user_id = i.used_by
    where i.token_hash = ${hashOpaqueToken(token)}`.maybeOne(db);
  if (!found || found.closed) throw refusal("This invitation isn't valid. Ask your administrator for a new one.");
  if (found.used) throw refusal('This invitation was already used. Sign in, or ask your administrator for a new one.');
  if (found.expired) throw refusal('This invitation has expired. Ask your administrator for a new one.');
  return { id: found.id, email: found.email, organization: found.organization };
}

/** Accepts a sign-up with an invitation to this organization. */
export async function admitInvited(
  tx: Tx,
  signUp: { invitation: string; organizationId: number; email: string },
): Promise<number> {
  const { id, email, organization } = await requireInvitation(tx, signUp.invitation);
  if (organization.id !== signUp.organizationId) {
    throw refusal('This invitation is for another organization. Ask your administrator for a new one.');
  }
  if (email !== null && email !== signUp.email) {
    throw refusal('This invitation was sent to another email address. Sign up with that address.', 'email');
  }
  return id;
}

function refusal(message: string, field = 'invitation'): AppError {
  return new AppError('not_found', message, { fields: { [field]: message } });
}

export async function recordInvitationUse(
  tx: Tx,
  caller: Principal,
  invitation: { id: number; organizationId: number },
): Promise<void> {
  await sql`update invitations set used_by = ${caller.userId} where id = ${invitation.id}`.run(tx);
  await record(tx, {
    caller,
    organizationId: invitation.organizationId,
    action: 'invitation.use',
    entityId: invitation.id,
  });
}

/** The facts for an invitation email; null once it has expired, and for an organization that isn't approved. */
export async function findInvitationEmail(db: Executor, id: number) {
  const row = await sql<{ nonce: string; organization: string }>`
    select i.nonce, o.name as organization from invitations i join organizations o on o.id = i.organization_id
    where i.id = ${id} and i.expires_timestamp > now() and o.approval = 'APPROVED'`.maybeOne(db);
  return row ?? null;
}
