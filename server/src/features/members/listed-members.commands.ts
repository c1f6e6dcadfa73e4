import { AppError } from '../../app-error.ts';
import { BeginAgain, type Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { ListedPeople } from './listed-people.ts';
import { isSure, sureMatchesOneByOne } from './member-matching.queries.ts';
import { keepVisible, listCreated, lockMembersOf } from './members.commands.ts';

export interface ListedPerson {
  /** Its position in the list. */
  place: number;
  firstName: string;
  lastName: string;
  phoneNumber?: string | null | undefined;
  dateOfBirth?: string | null | undefined;
}

export interface ListedMember {
  id: number;
  created: boolean;
}

/**
 * Finds or creates all members of a list and returns them by position. Sure matches stay unchanged; new members get no
 * texts. Others may create members concurrently, so callers must settle with them at the end.
 */
export async function createListedMembers(
  tx: Tx,
  organizationId: number,
  people: ListedPerson[],
): Promise<ReadonlyMap<number, ListedMember>> {
  if (people.length === 0) return new Map();
  const firstPlaces = firstPlacesOf(people);
  const column = <K extends keyof ListedPerson>(name: K) => people.map((person) => person[name] ?? null);
  const rows = await sql<{ place: number } & ListedMember>`
    with listed as materialized (
      select *, null::text as email, null::text as participant_id, null::text as zip_code
      from unnest(${column('place')}::integer[], ${firstPlaces}::integer[], ${column('firstName')}::text[],
        ${column('lastName')}::text[], ${column('phoneNumber')}::text[], ${column('dateOfBirth')}::date[])
        as l (place, first_place, first_name, last_name, phone_number, date_of_birth)
    ), known as (${sureMatchesOneByOne(organizationId, 'listed')}),
    fresh as materialized (
      select nextval(pg_get_serial_sequence('users', 'id')) as member_id, l.* from listed l
      where l.first_place = l.place and not exists (select from known k where k.place = l.place) order by place
    ), created as (
      insert into users (id, user_type, status, organization_id, first_name, last_name, phone_number, date_of_birth, send_sms_texts)
      overriding system value
      select member_id, 'PATIENT', 'ACTIVE', ${organizationId}, first_name, last_name, phone_number, date_of_birth, false
      from fresh
    ), shown as (${listCreated(organizationId, 'fresh')})
    select place, id, false as created from known
    union all select place, member_id, true from fresh`.many(tx);
  const known = rows.filter(({ created }) => !created).map(({ id }) => id);
  await holdAll(tx, organizationId, [...new Set(known)]);
  await keepVisible(tx, organizationId, sql`select unnest(${known}::bigint[])`);
  const found = new Map(rows.map(({ place, id, created }) => [place, { id, created }]));
  return new Map(
    people.flatMap(({ place }, index) => {
      const member = found.get(place) ?? found.get(firstPlaces[index] ?? place);
      return member ? [[place, member]] : [];
    }),
  );
}

/** Begins again if one of the members was just erased or merged; later erasures wait for the list. */
async function holdAll(tx: Tx, organizationId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`select 1 from users where id = any(${ids}::bigint[]) order by id for key share`.run(tx);
  const { count } = await sql<{ count: number }>`select count(*) from visible_members
    where organization_id = ${organizationId} and member_id = any(${ids}::bigint[])`.one(tx);
  if (count === ids.length) return;
  throw new BeginAgain(new AppError('conflict', 'Members of this list are being changed. Please try again.'));
}

/** For each person, the position of the first row that is surely about them. */
function firstPlacesOf(people: ListedPerson[]): number[] {
  const listed = new ListedPeople();
  return people.map(({ place, firstName, lastName, phoneNumber = null, dateOfBirth = null }) => {
    const person = { firstName, lastName, phoneNumber, dateOfBirth, participantId: null };
    const earlier = listed.findOrAdd(place, person);
    return earlier && isSure(earlier) ? earlier.place : place;
  });
}

/** A member created by the list who already existed when it ended. */
export interface Twin {
  ours: number;
  theirs: number;
}

/**
 * Someone may have entered one of these people manually during the import. From here to the commit nobody else can
 * create a member of this organization, so existing members are found. `follow` moves the list's data to them; then the
 * list's duplicates are deleted.
 */
export async function settleListedMembers(
  tx: Tx,
  organizationId: number,
  created: number[],
  follow: (twins: Twin[]) => Promise<void>,
): Promise<void> {
  if (created.length === 0) return;
  await lockMembersOf(tx, organizationId, 'alone');
  const twins = await sql<Twin>`
    with made as materialized (
      select id as place, first_name, last_name, phone_number, date_of_birth, email, participant_id from users
      where id = any(${created}::bigint[]) and date_of_birth is not null
    )
    select place as ours, id as theirs
    from (${sureMatchesOneByOne(organizationId, 'made', sql`u.id not in (select place from made)`)}) twins`.many(tx);
  if (twins.length === 0) return;
  await follow(twins);
  await sql`delete from users where id = any(${twins.map(({ ours }) => ours)}::bigint[])`.run(tx);
}
