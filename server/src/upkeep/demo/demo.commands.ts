import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { organizationRegistration } from '@kinbridge/contract/organizations/organizations.contract';
import type { z } from 'zod';
import { visitor } from '../../access/caller.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';
import { hashPassword, verifyPassword } from '../../features/auth/passwords.ts';
import { registerOrganization } from '../../features/organizations/organizations.commands.ts';
import { loadDemoForms } from './demo-forms.commands.ts';
import { loadDemoNeeds } from './demo-needs.commands.ts';
import { loadDemoRequests } from './demo-requests.commands.ts';
import { describeDemoServices, loadDemoTries } from './demo-services.commands.ts';

interface DemoStaff {
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  userType: 'ADMIN' | 'EMPLOYEE';
  status: 'ACTIVE' | 'PENDING' | 'INACTIVE';
}

type Registration = z.output<typeof organizationRegistration>;

interface Demo {
  password: string;
  organizations: (Omit<Registration, 'serviceDTOList'> & {
    services: Registration['serviceDTOList'];
    staff: DemoStaff[];
  })[];
}

/** Loads the fictional demo organizations into an empty database; needs the owner's connection. */
export async function loadDemo(db: Database, root: string): Promise<boolean> {
  const demo = await readDemo(root);
  const passwordHash = await hashPassword(demo.password);
  return transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('kinbridge.demo'))`.run(tx);
    const rows = await sql`select 1 from organizations limit 1`.many(tx);
    if (rows.length > 0) return false;
    for (const { services, staff, ...profile } of demo.organizations) {
      const { id } = await registerOrganization(tx, visitor('demo'), { ...profile, serviceDTOList: services }, null);
      await sql`update organizations set approval = 'APPROVED', verified_timestamp = now(), approved_timestamp = now(),
        setup_dismissed_timestamp = now() where id = ${id}`.run(tx);
      await insertStaff(tx, id, staff, passwordHash);
    }
    await describeDemoServices(tx, root);
    await loadDemoRequests(tx, root);
    await loadDemoTries(tx);
    await loadDemoNeeds(tx);
    await loadDemoForms(tx, root);
    await sql`insert into settings (name, value) values ('demo', 'true')`.run(tx);
    // Old rows must be sealed, or verification reports them.
    await addJob(tx, 'seal-audit-log', {}, { maxAttempts: 1 });
    return true;
  });
}

async function insertStaff(tx: Tx, organizationId: number, staff: DemoStaff[], passwordHash: string): Promise<void> {
  const column = (name: keyof DemoStaff) => staff.map((person) => person[name]);
  await sql`
    with people as (
      insert into users (organization_id, first_name, last_name, email, phone_number, user_type, status)
      select ${organizationId}, * from unnest(${column('firstName')}::text[], ${column('lastName')}::text[],
        ${column('email')}::text[], ${column('phoneNumber')}::text[], ${column('userType')}::text[],
        ${column('status')}::text[])
      returning id, email
    )
    insert into logins (user_id, email, password_hash, verified_timestamp)
    select id, email, ${passwordHash}, now() from people`.run(tx);
}

/** The sign-ins to print at start; none if this database has no demo. */
export async function findDemoSignIns(
  db: Database,
  root: string,
): Promise<{ password: string; signIns: { organization: string; email: string; userType: string }[] } | null> {
  const rows = await sql`select 1 from settings where name = 'demo'`.many(db);
  if (rows.length === 0) return null;
  const demo = await readDemo(root);
  const signIns = demo.organizations.flatMap(({ name, staff }) =>
    staff
      .filter((person) => person.status === 'ACTIVE')
      .slice(0, 2)
      .map((person) => ({ organization: name, email: person.email, userType: person.userType })),
  );
  return { password: demo.password, signIns };
}

/** Whether someone could sign in with the password that is printed at the start of a trial. */
export async function hasDemoSignIns(db: Database, root: string): Promise<boolean> {
  const demo = await readDemo(root);
  const emails = demo.organizations.flatMap(({ staff }) => staff.map(({ email }) => email.toLowerCase()));
  const logins = await sql<{ password_hash: string }>`
    select distinct password_hash from logins where email = any(${emails}::text[])`.many(db);
  for (const { password_hash: passwordHash } of logins) {
    if (await verifyPassword(passwordHash, demo.password)) return true;
  }
  return false;
}

async function readDemo(root: string): Promise<Demo> {
  return JSON.parse(await readFile(join(root, 'db/demo/organizations.json'), 'utf8')) as Demo;
}
