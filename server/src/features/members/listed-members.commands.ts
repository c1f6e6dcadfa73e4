import { AppError } from '../../app-error.ts';
import { BeginAgain, type Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { type EnteredPerson, keepVisible, recognizedOrCreated } from './create-members.commands.ts';
import { ListedPeople } from './listed-people.ts';
import type { DescribedPerson } from './recognize-members.queries.ts';

/**
 * Finds or creates all members of a list and returns them by position. Sure matches stay unchanged; new members get no
 * texts. Others may create members concurrently, so callers must settle with them at the end.
 */
export async function createListedMembers(
  tx: Tx,
  organizationId: number,
  people: (DescribedPerson & { place: number })[],
): Promise<ReadonlyMap<number, EnteredPerson>> {
  if (people.length === 0) return new Map();
  const earlier = new ListedPeople();
  const listed = people.map((person) => ({ ...person, ...earlier.findOrAdd(person.place, person) }));
  const entry = { organizationId, consent: null, asksStaff: false };
  const members = await recognizedOrCreated(listed, entry).many(tx);
  const known = new Set(members.filter(({ created }) => !created).map(({ id }) => id));
  if (known.size > 0) await hold(tx, organizationId, [...known]);
  return new Map(members.map((member) => [member.place, member]));
}

/** Begins again if one of the members was just erased or merged; later erasures wait for the list. */
async function hold(tx: Tx, organizationId: number, ids: number[]): Promise<void> {
  await sql`select 1 from users where id = any(${ids}::bigint[]) order by id for key share`.run(tx);
  const { count } = await sql<{ count: number }>`select count(*) from visible_members
    where organization_id = ${organizationId} and member_id = any(${ids}::bigint[])`.one(tx);
  if (count < ids.length) {
    throw new BeginAgain(new AppError('conflict', 'Members of this list are being changed. Please try again.'));
  }
  await keepVisible(tx, organizationId, sql`select unnest(${ids}::bigint[])`);
}
