import { isClosed, type OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import type { OrganizationType } from '@kinbridge/contract/organizations/organization-type';
import type { UserStatus, UserType } from '@kinbridge/contract/users/user-status';
import { visitor } from '../access/caller.ts';
import { type Executor, transaction } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { hashPassword } from '../features/auth/passwords.ts';
import { startSession } from '../features/auth/sessions.commands.ts';
import { addOperator } from '../features/operator/people.commands.ts';
import { registerOrganization } from '../features/organizations/organizations.commands.ts';
import type { TestApp } from './test-app.ts';

/** Few look-alike characters: each doubles the time that rating takes. */
export const testPassword = 'Correct-Horse6*';
let passwordHash: Promise<string> | undefined;
let counter = 0;

/** A number unique in this run. */
export function nextNumber(): number {
  return ++counter;
}

export interface BuiltOrganization {
  id: number;
  name: string;
}

export async function buildOrganization(
  { app }: TestApp,
  given: {
    name?: string;
    zipCode?: string | null;
    organizationType?: OrganizationType;
    approval?: OrganizationApproval;
    listed?: boolean;
  } = {},
): Promise<BuiltOrganization> {
  const name = given.name ?? `Organization ${nextNumber()}`;
  return transaction(app.db, async (tx) => {
    const { id } = await registerOrganization(
      tx,
      visitor('test'),
      {
        name,
        organizationType: given.organizationType ?? 'CARE_PROVIDER',
        phoneNumber: '+12695550100',
        zipCode: given.zipCode === undefined ? '49007' : given.zipCode,
        serviceDTOList: [{ name: 'Food box', type: 'FOOD' }],
      },
      null,
    );
    if (given.listed !== false) {
      await setApproval(tx, id, given.approval ?? 'APPROVED');
    }
    return { id, name };
  });
}

/** Sets a verified organization's approval, as an operator would. */
export async function setApproval(db: Executor, id: number, approval: OrganizationApproval): Promise<void> {
  const reason = isClosed(approval) ? 'Registered twice.' : null;
  await sql`update organizations set approval = ${approval}, approval_reason = ${reason}, verified_timestamp = now(),
    approved_timestamp = case when ${approval} = 'WAITING' then null else now() end where id = ${id}`.run(db);
}

/** The ids of an organization's services. */
export async function serviceIds({ app }: TestApp, organizationId: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`select id from services where organization_id = ${organizationId}
    order by id`.many(app.db);
  return rows.map((row) => row.id);
}

export async function buildUser(
  { app }: TestApp,
  organizationId: number,
  given: {
    userType?: UserType;
    status?: UserStatus;
    firstName?: string;
    lastName?: string;
    email?: string;
    verified?: boolean;
  } = {},
): Promise<{ id: number; email: string; organizationId: number }> {
  passwordHash ??= hashPassword(testPassword);
  const email = given.email ?? `person${nextNumber()}@example.org`;
  const { id } = await sql<{ id: number }>`
    with person as (
      insert into users (organization_id, user_type, status, first_name, last_name, email, phone_number)
      values (${organizationId}, ${given.userType ?? 'EMPLOYEE'}, ${given.status ?? 'ACTIVE'},
        ${given.firstName ?? 'Test'}, ${given.lastName ?? 'Person'}, ${email}, '+12695550111')
      returning id
    )
    insert into logins (user_id, email, password_hash, verified_timestamp)
    select id, ${email}, ${await passwordHash}, ${given.verified === false ? null : new Date()}::timestamptz from person
    returning user_id as id`.one(app.db);
  return { id, email, organizationId };
}

/** A session token for this user, as after signing in. */
export async function signedInAs(
  { app }: TestApp,
  user: { id: number; organizationId: number | null },
): Promise<string> {
  const { idToken } = await transaction(app.db, (tx) =>
    startSession(
      tx,
      app.config,
      { id: user.id, user_type: 'EMPLOYEE', organization_id: user.organizationId },
      { by: 'password' },
    ),
  );
  return idToken;
}

/** A signed-in user. */
export async function buildSignedIn(
  test: TestApp,
  organizationId: number,
  given: Parameters<typeof buildUser>[2] = {},
) {
  const user = await buildUser(test, organizationId, given);
  return { ...user, token: await signedInAs(test, user) };
}

/** A signed-in operator with a second factor. */
export async function buildOperator(test: TestApp) {
  const email = `operator${nextNumber()}@example.org`;
  const made = await addOperator(test.app.db, { email, firstName: 'Olive', lastName: 'Operator' });
  const user = { id: made?.id ?? 0, email, organizationId: null };
  passwordHash ??= hashPassword(testPassword);
  await sql`update logins set password_hash = ${await passwordHash}, has_password = true
    where user_id = ${user.id}`.run(test.app.db);
  await sql`update users set second_factor = true where id = ${user.id}`.run(test.app.db);
  return { ...user, token: await signedInAs(test, user) };
}
