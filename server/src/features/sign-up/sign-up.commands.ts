import type { signUp } from '@kinbridge/contract/auth/auth.contract';
import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import { termsVersion } from '@kinbridge/contract/organizations/terms-version';
import type { z } from 'zod';
import { countAttempt, linksTo, mailsAnHour } from '../../access/attempts.commands.ts';
import type { Visitor } from '../../access/caller.ts';
import { AppError, forbidden } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import { type Database, type Executor, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { queueEmail } from '../../records/emails/emails.commands.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { isAddressTaken, lockAddress } from '../auth/address-claims.commands.ts';
import { isWaitingSignUp } from '../auth/auth.queries.ts';
import { readRegistrationToken } from '../auth/tokens.ts';
import { admitInvited, recordInvitationUse } from '../organizations/invitations.commands.ts';

type SignUp = z.output<typeof signUp>;

/**
 * Creates the login and its user, and queues the verification email. It is a claim to the address, beside others, until
 * its link is followed.
 */
export async function signUpUser(
  tx: Tx,
  config: Config,
  caller: Visitor,
  { passwordHash, ...input }: SignUp & { passwordHash: string },
): Promise<{ id: number }> {
  const registration = await findRegistration(tx, input.organizationId);
  const invitationId =
    input.userType === 'EMPLOYEE' && input.invitation
      ? await admitInvited(tx, { ...input, invitation: input.invitation })
      : null;
  if (input.userType === 'ADMIN') {
    await admitFirstAdmin(tx, config, input, registration);
  } else if (invitationId === null && registration?.approval !== 'APPROVED') {
    throw new AppError('not_found', "We couldn't find that organization. Choose yours from the list.", {
      fields: { organizationId: 'Please choose your organization from the list.' },
    });
  }
  await lockAddress(tx, input.email);
  if (await isAddressTaken(tx, input.email)) throw addressTaken();
  const id = await insertUser(tx, input, passwordHash);
  const { organizationId } = input;
  if (invitationId !== null)
    await recordInvitationUse(tx, { ...caller, userId: id }, { id: invitationId, organizationId });
  await countAttempt(tx, linksTo(input.email), mailsAnHour, 60);
  await queueEmail(tx, { kind: 'verify-email', userId: id, to: input.email });
  await record(tx, {
    caller: { ...caller, userId: id },
    organizationId: input.organizationId,
    action: 'user.sign-up',
    entityId: id,
    detail: { userType: input.userType },
  });
  return { id };
}

/** An admin needs the registration token, until the first one is verified. */
async function admitFirstAdmin(tx: Tx, config: Config, input: SignUp, registration: { verified: boolean } | undefined) {
  const registered = input.registrationToken ? readRegistrationToken(config, input.registrationToken) : null;
  if (registered === null || registered !== input.organizationId || !registration || registration.verified) {
    throw forbidden();
  }
  // A second attempt with the token replaces an unverified admin, so a mistyped address isn't a dead end.
  await sql`delete from users u using logins l where l.user_id = u.id and l.verified_timestamp is null
    and u.organization_id = ${input.organizationId} and u.user_type = 'ADMIN'`.run(tx);
}

async function insertUser(tx: Tx, input: SignUp, passwordHash: string): Promise<number> {
  const status = input.userType === 'PATIENT' ? 'ACTIVE' : 'PENDING';
  const { id } = await sql<{ id: number }>`
    with person as (
      insert into users (user_type, status, organization_id, first_name, last_name, email, phone_number, date_of_birth,
        zip_code, terms_version)
      values (${input.userType}, ${status}, ${input.organizationId}, ${input.firstName}, ${input.lastName}, ${input.email},
        ${input.phoneNumber}, ${input.dateOfBirth ?? null}, ${input.zipcode ?? null}, ${termsVersion})
      returning id
    )
    insert into logins (user_id, email, password_hash) select id, ${input.email}, ${passwordHash} from person
    returning user_id as id`.one(tx);
  return id;
}

function addressTaken(): AppError {
  const message = 'This email is already in use. Sign in, or reset your password.';
  return new AppError('email_in_use', message, { fields: { email: message } });
}

const batchSize = 100;

/** Removes sign-ups left unverified for 7 days: anyone can make them, for any address and as often as they like. */
export async function purgeUnverifiedSignUps(db: Database): Promise<void> {
  for (;;) {
    const deleted = await transaction(db, (tx) =>
      sql`delete from users where id in (
          select u.id from logins l join users u on u.id = l.user_id
          where ${isWaitingSignUp} and u.create_timestamp < now() - interval '7 days'
            and (u.status = 'PENDING' or u.user_type = 'PATIENT')
            and not exists (select from email_verifications v where v.user_id = u.id and v.expires_timestamp > now())
          order by u.id limit ${batchSize} for update of l skip locked)
        returning 1`.many(tx),
    );
    if (deleted.length < batchSize) return;
  }
}

/** The state of an organization's registration, locked until the sign-up is done. */
async function findRegistration(db: Executor, organizationId: number) {
  return sql<{ verified: boolean; approval: OrganizationApproval }>`
    select verified_timestamp is not null as verified, approval from organizations where id = ${organizationId}
    for update`.maybeOne(db);
}

export async function findOrganizationName(db: Executor, id: number): Promise<string | null> {
  const row = await sql<{ name: string }>`select name from organizations where id = ${id}`.maybeOne(db);
  return row?.name ?? null;
}
