import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { isMatchable, keepVisible, lockMembersOf } from './members.commands.ts';

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
 * Finds or creates all members of a list and returns them by position. Matches stay unchanged; new members get no
 * texts. Others may create members concurrently, so callers must settle with them at the end.
 */
export async function createListedMembers(
  tx: Tx,
  organizationId: number,
  people: ListedPerson[],
): Promise<ReadonlyMap<number, ListedMember>> {
  if (people.length === 0) return new Map();
  const column = <K extends keyof ListedPerson>(name: K) => people.map((person) => person[name] ?? null);
  const rows = await sql<{ place: number } & ListedMember>`
    with listed as materialized (
      select *, case when born is null then place::text else lower(last_name) || E'\n' || lower(first_name) || born end as person
      from unnest(${column('place')}::integer[], ${column('firstName')}::text[], ${column('lastName')}::text[],
        ${column('phoneNumber')}::text[], ${column('dateOfBirth')}::date[]) as l (place, first_name, last_name, phone, born)
    ), known as (
      select l.place, u.id
      from listed l cross join lateral (
        select u.id from users u join visible_members om on om.member_id = u.id
        where om.organization_id = ${organizationId} and u.user_type = 'PATIENT'
          and lower(u.last_name) = lower(l.last_name) and u.date_of_birth = l.born
          and (u.phone_number = l.phone or lower(u.first_name) = lower(l.first_name))
          and ${isMatchable(organizationId, sql`null::text`)}
        order by u.id limit 1) u
    ), fresh as materialized (
      select distinct on (person) nextval(pg_get_serial_sequence('users', 'id')) as id, l.*
      from listed l where not exists (select from known k where k.place = l.place) order by person, place
    ), created as (
      insert into users (id, user_type, status, organization_id, first_name, last_name, phone_number, date_of_birth, send_sms_texts)
      overriding system value
      select id, 'PATIENT', 'ACTIVE', ${organizationId}, first_name, last_name, phone, born, false from fresh
    ), shown as (
      insert into organization_members (organization_id, member_id, search, first_name, last_name, date_of_birth,
        phone_number)
      select ${organizationId}, id, member_search(first_name, last_name, null, phone, null), first_name, last_name, born,
        phone
      from fresh
    )
    select place, id, false as created from known
    union all select l.place, f.id, true from listed l join fresh f using (person)`.many(tx);
  const known = rows.filter(({ created }) => !created).map(({ id }) => id);
  await keepVisible(tx, organizationId, sql`select unnest(${known}::bigint[])`);
  return new Map(rows.map(({ place, id, created }) => [place, { id, created }]));
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
      select id, last_name, first_name, phone_number, date_of_birth from users
      where id = any(${created}::bigint[]) and date_of_birth is not null
    )
    select m.id as ours, u.id as theirs
    from made m cross join lateral (
      select u.id from users u join visible_members om on om.member_id = u.id
      where om.organization_id = ${organizationId} and u.user_type = 'PATIENT' and u.id <> m.id
        and lower(u.last_name) = lower(m.last_name) and u.date_of_birth = m.date_of_birth
        and (u.phone_number = m.phone_number or lower(u.first_name) = lower(m.first_name))
        and ${isMatchable(organizationId, sql`null::text`)}
      order by u.id offset 0) u
    where not exists (select from made where made.id = u.id)
    order by u.id`.many(tx);
  if (twins.length === 0) return;
  const first = [...new Map(twins.toReversed().map((twin) => [twin.ours, twin])).values()];
  await follow(first);
  await sql`delete from users where id = any(${first.map(({ ours }) => ours)}::bigint[])`.run(tx);
}
