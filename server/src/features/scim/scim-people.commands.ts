import type { Directory } from '../../access/caller.ts';
import { AppError } from '../../app-error.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { auditPerson } from '../../records/audit/audit.commands.ts';
import { queueEmail } from '../../records/emails/emails.commands.ts';
import { record, tellScreens } from '../../records/happenings/record.commands.ts';
import { decideAddress, isAddressTaken, lockAddress } from '../auth/address-claims.commands.ts';
import { unusablePasswordHash } from '../auth/passwords.ts';
import { activate, revoke, terminate } from '../employees/employee-steps.commands.ts';
import { type LockedEmployee, lockActiveAdmins, lockEmployee } from '../employees/employees.queries.ts';
import { isInProvenDomain, keepBreakGlass } from '../sign-in-rules/only-single-sign-on.queries.ts';
import { noResource, notUnique } from './scim-error.ts';
import { type PersonChange, refuseSeveralLines } from './scim-input.ts';
import { findPeople, findPerson, type ScimPerson } from './scim-people.queries.ts';
import { userNameOf } from './scim-resources.ts';

type NewPerson = PersonChange & { userName: string; firstName: string; lastName: string };

/**
 * Runs a directory's change of its organization's staff. The lock is the one that admins take, and an active admin
 * remains.
 */
export function changeStaff<T>(
  db: Database,
  { organizationId }: Directory,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  return transaction(db, async (tx) => {
    const before = await lockActiveAdmins(tx, organizationId);
    const result = await change(tx);
    const after = await lockActiveAdmins(tx, organizationId);
    if (before.length > 0 && after.length === 0) {
      throw new AppError(
        'conflict',
        'This is the only active admin with a verified address. Make someone else an admin first.',
      );
    }
    return result;
  });
}

/**
 * Adds an employee, who signs in by single sign-on or sets a password with an emailed code. Outside the organization's
 * proven domains, the address is a claim beside others.
 */
export function createPerson(db: Database, caller: Directory, person: NewPerson): Promise<ScimPerson> {
  return changeStaff(db, caller, async (tx) => {
    refuseSeveralLines(person);
    await refuseTaken(tx, caller, person.userName);
    const deleted = await findDeleted(tx, caller, person.userName);
    const id = deleted ?? (await insertPerson(tx, caller, person));
    const employee = await requireEmployee(tx, caller, id);
    if (deleted !== undefined) await revoke(tx, caller, employee);
    return updatePerson(tx, caller, employee, { ...person, active: person.active ?? true });
  });
}

/** Changes what differs from what the directory says. */
export function changePerson(
  db: Database,
  caller: Directory,
  id: number,
  read: (before: ScimPerson) => PersonChange,
): Promise<ScimPerson> {
  return changeStaff(db, caller, async (tx) => {
    const employee = await requireEmployee(tx, caller, id);
    const before = await findPerson(tx, caller.organizationId, id);
    if (!before) throw noResource();
    const change = read(before);
    refuseSeveralLines(change, before);
    return updatePerson(tx, caller, employee, change);
  });
}

/** Terminates a person and hides them from the directory. Their work stays. */
export function deletePerson(db: Database, caller: Directory, id: number): Promise<void> {
  return changeStaff(db, caller, async (tx) => {
    const employee = await requireEmployee(tx, caller, id);
    if (!(await findPerson(tx, caller.organizationId, id))) throw noResource();
    await terminate(tx, caller, employee);
    await sql`insert into scim_people (user_id, organization_id, delete_timestamp)
      values (${id}, ${caller.organizationId}, now())
      on conflict (user_id) do update set delete_timestamp = now(), external_id = null`.run(tx);
  });
}

async function requireEmployee(tx: Tx, { organizationId }: Directory, id: number): Promise<LockedEmployee> {
  const employee = await lockEmployee(tx, organizationId, id);
  if (!employee) throw noResource();
  return employee;
}

async function updatePerson(
  tx: Tx,
  caller: Directory,
  employee: LockedEmployee,
  change: PersonChange,
): Promise<ScimPerson> {
  const { organizationId } = caller;
  const { id } = employee;
  await writeIdentity(tx, caller, id, change);
  const before = await findPerson(tx, organizationId, id);
  if (!before) throw noResource();
  await writeProfile(tx, caller, before, change);
  if (change.active === true) {
    await ensureLogin(tx, caller, (await findPerson(tx, organizationId, id)) ?? before);
    await activate(tx, caller, employee);
  }
  if (change.active === false) await terminate(tx, caller, employee);
  return (await findPerson(tx, organizationId, id)) ?? before;
}

/** What the directory calls the person. Whom it names is no longer deleted. */
async function writeIdentity(tx: Tx, { organizationId }: Directory, id: number, change: PersonChange): Promise<void> {
  const { externalId, userName = null } = change;
  if (externalId) {
    const taken = await sql`select 1 from scim_people
      where organization_id = ${organizationId} and external_id = ${externalId} and user_id <> ${id}`.maybeOne(tx);
    if (taken) throw notUnique('This externalId belongs to someone else in your organization.');
  }
  await sql`
    insert into scim_people as p (user_id, organization_id, external_id, user_name)
    values (${id}, ${organizationId}, ${externalId ?? null}, ${userName})
    on conflict (user_id) do update set delete_timestamp = null, user_name = coalesce(excluded.user_name, p.user_name),
      external_id = case when ${externalId === undefined} then p.external_id else excluded.external_id end`.run(tx);
}

async function writeProfile(tx: Tx, caller: Directory, before: ScimPerson, change: PersonChange): Promise<void> {
  const { firstName = before.firstName, lastName = before.lastName } = change;
  const email = (change.userName ?? userNameOf(before)).toLowerCase();
  const fields = [
    ...(firstName === before.firstName ? [] : ['firstName']),
    ...(lastName === before.lastName ? [] : ['lastName']),
    ...(email === before.email ? [] : ['email']),
  ];
  if (fields.length === 0) return;
  if (fields.includes('email')) await changeAddress(tx, caller, before, email);
  await sql`update users set first_name = ${firstName}, last_name = ${lastName}, email = ${email},
    update_timestamp = ${laterTimestamp} where id = ${before.id}`.run(tx);
  await auditPerson(tx, { caller, action: 'user.edit', entityId: before.id, detail: { fields } });
  await tellScreens(tx, 'employee', caller.organizationId, { id: before.id });
}

/**
 * Outside the organization's proven domains the new address is a claim, or an organization could hold an address that
 * isn't its own. A claim isn't linked to a provider.
 */
async function changeAddress(tx: Tx, caller: Directory, before: ScimPerson, email: string): Promise<void> {
  await refuseTaken(tx, caller, email);
  if (await findDeleted(tx, caller, email)) throw notUnique('This address belongs to someone you deleted.');
  const changed = await sql<{ verified: boolean }>`
    with old as (select user_id, verified_timestamp from logins where user_id = ${before.id})
    update logins l set email = ${email}, pending_email = null, verified_timestamp = null from old
    where l.user_id = old.user_id returning old.verified_timestamp is not null as verified`.maybeOne(tx);
  await sql`delete from email_verifications where user_id = ${before.id}`.run(tx);
  await sql`delete from password_resets where user_id = ${before.id}`.run(tx);
  if (!(await decideInProvenDomain(tx, caller, before.id, email))) {
    await sql`delete from linked_identities where user_id = ${before.id}`.run(tx);
    await keepBreakGlass(tx, before.id);
  }
  if (changed?.verified && before.email) {
    await queueEmail(tx, { kind: 'email-changed', userId: before.id, to: before.email });
  }
}

/** Refuses the address of a verified login, or of someone in the organization. Claims elsewhere don't count. */
async function refuseTaken(tx: Tx, { organizationId }: Directory, userName: string): Promise<void> {
  const email = userName.toLowerCase();
  await lockAddress(tx, email);
  const taken =
    await sql`select 1 from logins l join users u on u.id = l.user_id left join scim_people p on p.user_id = u.id
    where l.email = ${email} and l.verified_timestamp is not null
      and not (u.organization_id = ${organizationId} and u.status = 'INACTIVE' and p.delete_timestamp is not null)`.maybeOne(
      tx,
    );
  const { total } = await findPeople(tx, organizationId, { userName }, { startIndex: 1, count: 0 });
  if (taken || total > 0) throw notUnique('This address is already in use.');
}

/** A person whom the directory deleted comes back as the same one. */
async function findDeleted(tx: Tx, { organizationId }: Directory, userName: string): Promise<number | undefined> {
  const row = await sql<{ id: number }>`
    select u.id from users u join scim_people p on p.user_id = u.id left join logins l on l.user_id = u.id
    where u.organization_id = ${organizationId} and u.user_type <> 'PATIENT' and u.status = 'INACTIVE'
      and p.delete_timestamp is not null and coalesce(l.email, u.email) = ${userName.toLowerCase()}
    order by u.id limit 1`.maybeOne(tx);
  return row?.id;
}

async function insertPerson(tx: Tx, caller: Directory, person: NewPerson): Promise<number> {
  const { organizationId } = caller;
  const email = person.userName.toLowerCase();
  const status = person.active === false ? 'INACTIVE' : 'ACTIVE';
  const { id } = await sql<{ id: number }>`
    insert into users (user_type, status, organization_id, first_name, last_name, email)
    values ('EMPLOYEE', ${status}, ${organizationId}, ${person.firstName}, ${person.lastName}, ${email})
    returning id`.one(tx);
  await insertLogin(tx, caller, id, email);
  await record(tx, { caller, action: 'employee.add', entityId: id, detail: { status } });
  return id;
}

/** Someone else may have proved since that the person's address is theirs. */
async function ensureLogin(tx: Tx, caller: Directory, { id, email }: ScimPerson): Promise<void> {
  const login = await sql`select 1 from logins where user_id = ${id}`.maybeOne(tx);
  if (login || email === null) return;
  await lockAddress(tx, email);
  if (await isAddressTaken(tx, email)) throw notUnique('This address is already in use.');
  await insertLogin(tx, caller, id, email);
}

async function insertLogin(tx: Tx, caller: Directory, userId: number, email: string): Promise<void> {
  await sql`insert into logins (user_id, email, password_hash, has_password)
    values (${userId}, ${email}, ${await unusablePasswordHash()}, false)`.run(tx);
  await decideInProvenDomain(tx, caller, userId, email);
}

/** The directory speaks for the addresses of its organization's proven domains. */
async function decideInProvenDomain(tx: Tx, { organizationId }: Directory, userId: number, email: string) {
  if (!(await isInProvenDomain(tx, organizationId, email))) return false;
  return decideAddress(tx, { userId, email, by: 'domain' });
}

/** An id of nobody in the organization is refused and logged, whether or not another organization has it. */
export async function recordRefusal(db: Database, caller: Directory): Promise<void> {
  await transaction(db, (tx) => record(tx, { caller, action: 'scim.refused', entityId: caller.organizationId }));
}
