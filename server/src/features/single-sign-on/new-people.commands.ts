import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import type { Visitor } from '../../access/caller.ts';
import { refuseIfClosed } from '../../access/unapproved-organization.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record, tellScreens } from '../../records/happenings/record.commands.ts';
import { unusablePasswordHash } from '../auth/passwords.ts';
import type { SessionUser } from '../auth/sessions.commands.ts';
import { announcePendingEmployee } from '../employees/employee-steps.commands.ts';
import type { Vouched } from './arrivals.queries.ts';

/** The status that an organization's new people get. A closed organization gets nobody new. */
export async function statusOfNewPeople(tx: Tx, organizationId: number): Promise<'PENDING' | 'ACTIVE'> {
  const organization = await sql<{ approval: OrganizationApproval; new_people: 'PENDING' | 'ACTIVE' }>`
    select approval, new_people from organizations where id = ${organizationId}`.one(tx);
  refuseIfClosed(organization.approval);
  return organization.new_people;
}

/** Creates the employee who came for the first time: waiting like any other sign-up, unless the organization chose otherwise. */
export async function addNewPerson(tx: Tx, caller: Visitor, vouched: Vouched): Promise<SessionUser> {
  const { organizationId, email } = vouched;
  const status = await statusOfNewPeople(tx, organizationId);
  const { firstName, lastName } = namesOf(vouched);
  // They can set a password with a mailed code.
  const { id } = await sql<{ id: number }>`
    with person as (
      insert into users (user_type, status, organization_id, first_name, last_name, email)
      values ('EMPLOYEE', ${status}, ${organizationId}, ${firstName}, ${lastName}, ${email})
      returning id
    )
    insert into logins (user_id, email, password_hash, has_password)
    select id, ${email}, ${await unusablePasswordHash()}, false from person returning user_id as id`.one(tx);
  await record(tx, {
    caller: { ...caller, userId: id },
    organizationId,
    action: 'user.sign-up',
    entityId: id,
    detail: { userType: 'EMPLOYEE', status, by: 'single-sign-on' },
  });
  if (status === 'PENDING') await announcePendingEmployee(tx, organizationId, id);
  else await tellScreens(tx, 'employee', organizationId, { id });
  return { id, user_type: 'EMPLOYEE', organization_id: organizationId };
}

/** Names are required here; a provider may send none. */
function namesOf({ firstName, lastName, email }: Vouched): { firstName: string; lastName: string } {
  const [first = '', ...rest] =
    email
      .split('@')[0]
      ?.split(/[._-]+/)
      .filter(Boolean)
      .map(capitalized) ?? [];
  const cut = (name: string | null) => name?.trim().slice(0, 100) || null;
  return { firstName: cut(firstName) ?? (first || '–'), lastName: cut(lastName) ?? (rest.join(' ') || '–') };
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
