import type { SimilarMember, typedMember } from '@kinbridge/contract/members/members.contract';
import {
  type MemberHolds,
  type MemberMerge,
  mergeUndoDays,
  type PossibleDuplicate,
} from '@kinbridge/contract/members/merges.contract';
import type { z } from 'zod';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { asUser } from '../../records/users/users.queries.ts';
import { containing, startingWith } from './search-keys.queries.ts';

export const sharedRefusal =
  "Another organization sees one of these two records, so you can't merge them. Edit them instead.";
export const twoAccountsRefusal = "Both of these people sign in, so you can't merge their records.";

const nothingHeld = { serviceRequests: 0, messages: 0, documents: 0, assignedForms: 0, answeredForms: 0 };

/**
 * Counts the rows of a member that a merge would move. If another organization sees the member, nothing is merged, and
 * its share isn't revealed.
 */
function holdsOf(memberId: RawBuilder<unknown>, organizationId: number): RawBuilder<MemberHolds> {
  return sql`case when ${isShared(memberId, organizationId)} then ${JSON.stringify(nothingHeld)}::jsonb
    else jsonb_build_object(
      'serviceRequests', (select count(*) from service_requests r where r.member_id = ${memberId}),
      'messages', (select count(*) from sms_messages s where s.user_id = ${memberId}),
      'documents', (select count(*) from member_documents d where d.member_id = ${memberId}),
      'assignedForms', (select count(*) from survey_assignments t where t.user_id = ${memberId} and t.answer_id is null),
      'answeredForms', (select count(*) from survey_answers a where a.user_id = ${memberId})) end`;
}

function isShared(memberId: RawBuilder<unknown>, organizationId: number): RawBuilder<boolean> {
  return sql`exists (select from visible_members o
    where o.member_id = ${memberId} and o.organization_id <> ${organizationId})`;
}

/** Each kind of similarity uses its own index; a family that shares a phone isn't one person. */
const alike = [
  { reason: 'same participant ID', condition: sql`u.participant_id = m.participant_id` },
  {
    reason: 'same name and birthday',
    condition: sql`name_key(u.last_name) = name_key(m.last_name) and name_key(u.first_name) = name_key(m.first_name)
      and u.user_type = 'PATIENT' and u.date_of_birth = m.date_of_birth`,
  },
  {
    reason: 'same phone and last name',
    condition: sql`u.phone_number = m.phone_number and name_key(u.last_name) = name_key(m.last_name)
      and (name_key(u.first_name) = name_key(m.first_name) or u.date_of_birth is not distinct from m.date_of_birth
        or u.date_of_birth is null or m.date_of_birth is null)`,
  },
  {
    reason: 'same phone and birthday',
    condition: sql`u.phone_number = m.phone_number and u.date_of_birth = m.date_of_birth`,
  },
  {
    reason: 'same email and first name',
    condition: sql`u.email = m.email and name_key(u.first_name) = name_key(m.first_name)`,
  },
  {
    reason: 'same name and zip code',
    condition: sql`lower(u.last_name) = lower(m.last_name) and lower(u.first_name) = lower(m.first_name)
      and u.zip_code = m.zip_code and (u.date_of_birth is null or m.date_of_birth is null)`,
  },
];

/** All members similar to `m`, once per reason. */
const alikeHits = sql.join(
  alike.map(
    ({ reason, condition }, place) => sql`
      select u.id, ${reason}::text as reason, ${place}::int as place from m, users u
      where u.user_type = 'PATIENT' and u.id <> m.id and ${condition}`,
  ),
  sql` union all `,
);

/** Listed members that may be the person being entered; two names match by their beginnings. */
export async function findSimilarMembers(
  db: Executor,
  organizationId: number,
  typed: z.output<typeof typedMember>,
): Promise<SimilarMember[]> {
  const query = sql<SimilarMember>`
    with m as (select 0::bigint as id, ${typed.firstName ?? null}::text as first_name,
      ${typed.lastName ?? null}::text as last_name, ${typed.dateOfBirth ?? null}::date as date_of_birth,
      ${typed.phoneNumber ?? null}::text as phone_number, ${typed.email ?? null}::text as email,
      ${typed.zipCode ?? null}::text as zip_code, ${typed.participantId ?? null}::text as participant_id),
    hits as (${alikeHits}
      union all select om.member_id, 'similar name', ${alike.length}::int from visible_members om
      where om.organization_id = ${organizationId} and ${namesBegin(typed)}),
    candidates as (
      -- A similar name says nothing that a stronger reason doesn't.
      select h.id, jsonb_agg(h.reason order by h.place) filter (where h.place < ${alike.length} or h.alone) as reasons,
        count(*) as strength, min(h.place) as best
      from (select *, count(*) over (partition by id) = 1 as alone from hits) h
        join visible_members om on om.member_id = h.id and om.organization_id = ${organizationId}
      group by h.id order by best, strength desc, h.id limit 5
    )
    select ${asUser(sql`jsonb_build_array(${organizationId}::bigint)`)} as member, c.reasons
    from candidates c join users u on u.id = c.id left join logins l on l.user_id = u.id
    order by c.best, c.strength desc, c.id`;
  // Short names have no trigrams, so the plan depends on the typed names.
  return query.planned('custom').many(db);
}

/** Both names, since a common first name alone matches too many. */
function namesBegin({ firstName, lastName }: z.output<typeof typedMember>): RawBuilder<unknown> {
  if (!firstName || !lastName) return sql`false`;
  const [first, last] = [firstName.toLowerCase(), lastName.toLowerCase()];
  // The search column has the index; the names confirm the match.
  return sql`om.search like ${containing(first)} and om.search like ${containing(last)}
    and lower(om.first_name) like ${startingWith(first)} and lower(om.last_name) like ${startingWith(last)}`;
}

/** Listed members that may be the same person, most reasons first. */
export async function findDuplicates(
  db: Executor,
  organizationId: number,
  memberId: number,
): Promise<{ holds: MemberHolds; duplicates: PossibleDuplicate[] }> {
  const looked = sql`${memberId}::bigint`;
  return sql<{ holds: MemberHolds; duplicates: PossibleDuplicate[] }>`
    with recursive m as (select * from users where id = ${memberId}),
    -- The member and records merged into it, people marked as someone else, and who they are now.
    own as (select ${memberId}::bigint as id union select u.id from users u join own on u.merged_into_id = own.id),
    others as (
      select case when d.lower_id = own.id then d.higher_id else d.lower_id end as id
      from own join duplicate_dismissals d on d.lower_id = own.id or d.higher_id = own.id
      where d.organization_id = ${organizationId}
    ),
    apart as (select id from others union select u.merged_into_id from users u join apart on u.id = apart.id),
    hits as (${alikeHits}),
    candidates as (
      select h.id, jsonb_agg(h.reason order by h.place) as reasons, count(*) as strength, min(h.place) as best
      from hits h join visible_members om on om.member_id = h.id and om.organization_id = ${organizationId}
      where not exists (select from apart where apart.id = h.id)
      group by h.id order by best, strength desc, h.id limit 10
    )
    select ${holdsOf(looked, organizationId)} as holds,
      coalesce((select jsonb_agg(jsonb_build_object(
          'member', ${asUser(sql`jsonb_build_array(${organizationId}::bigint)`)},
          'reasons', c.reasons, 'holds', ${holdsOf(sql`u.id`, organizationId)},
          'mergeRefusal', case
            when ${isShared(sql`u.id`, organizationId)} or ${isShared(looked, organizationId)} then ${sharedRefusal}::text
            when (select count(*) from logins a where a.user_id in (u.id, ${memberId})) = 2
              then ${twoAccountsRefusal}::text end)
          order by c.best, c.strength desc, c.id)
        from candidates c join users u on u.id = c.id left join logins l on l.user_id = u.id), '[]'::jsonb) as duplicates
  `.one(db);
}

const person = (alias: string) =>
  sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'firstName', ${sql.ref(`${alias}.first_name`)},
    'lastName', ${sql.ref(`${alias}.last_name`)})`;
const movedCount = (name: string) => sql`jsonb_array_length(coalesce(g.moved -> ${sql.lit(name)}, '[]'))`;

const mergeJson = sql<MemberMerge>`json_build_object('id', g.id, 'survivor', ${person('s')}, 'merged', ${person('d')},
  'moved', json_build_object('serviceRequests', ${movedCount('service_requests.member_id')},
    'messages', ${movedCount('sms_messages.user_id')}, 'documents', ${movedCount('member_documents.member_id')},
    'assignedForms', (select count(*) from jsonb_array_elements_text(g.moved -> 'survey_assignments.user_id') moved (id)
      join survey_assignments t on t.id = moved.id::bigint where t.answer_id is null),
    'answeredForms', ${movedCount('survey_answers.user_id')}),
  'createdBy', ${person('c')}, 'createTimestamp', ${iso('g.create_timestamp')},
  'undoUntil', ${iso(`(g.create_timestamp + interval '${mergeUndoDays} days')`)},
  'undoneTimestamp', ${iso('g.undone_timestamp')})`;
const mergeJoins = sql`join users s on s.id = g.survivor_id join users d on d.id = g.merged_id
  join users c on c.id = g.created_by`;

/** The merges into a member, newest first. */
export async function findMerges(db: Executor, organizationId: number, survivorId: number): Promise<MemberMerge[]> {
  const rows = await sql<{ merge: MemberMerge }>`
    select ${mergeJson} as merge from member_merges g ${mergeJoins}
    where g.survivor_id = ${survivorId} and g.organization_id = ${organizationId}
    order by g.id desc limit 100`.many(db);
  return rows.map((row) => row.merge);
}

export async function findMerge(db: Executor, id: number): Promise<MemberMerge | null> {
  const row = await sql<{ merge: MemberMerge }>`
    select ${mergeJson} as merge from member_merges g ${mergeJoins} where g.id = ${id}`.maybeOne(db);
  return row?.merge ?? null;
}

/** The survivor of a merged record, or null. */
export async function findSurvivorId(db: Executor, id: number): Promise<number | null> {
  const row = await sql<{ id: number }>`
    with recursive path as (
      select merged_into_id as id, 1 as step from users where id = ${id}
      union all select u.merged_into_id, p.step + 1 from path p join users u on u.id = p.id
    )
    select id from path where id is not null order by step desc limit 1`.maybeOne(db);
  return row?.id ?? null;
}
