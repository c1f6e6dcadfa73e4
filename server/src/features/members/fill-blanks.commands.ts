import { isIdentityField } from '@kinbridge/contract/member-fields/member-fields';
import type { Tx } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { fillableFields, userColumns } from '../../records/users/user-columns.ts';
import { emailAdmins } from './proposed-changes.commands.ts';

interface Filler {
  organizationId: number;
  userId: number;
  requestId: string | null;
}

/**
 * Fills only blank fields of the members that these rows describe, with the first value of each. Identity fields of a
 * member whom another organization added become proposals to it; returns those organizations.
 */
export async function fillBlanks(
  tx: Tx,
  { organizationId, userId, requestId }: Filler,
  rows: RawBuilder<unknown>,
  /** Of the audit rows. */
  detail: { filled?: true; uploadId?: number } = {},
): Promise<number[]> {
  const facts = fillableFields.map((field, place) => {
    const column = sql.ref(userColumns[field]);
    const literals = [place, field, userColumns[field], isIdentityField(field)].map(sql.lit);
    return sql`(${sql.join(literals)}, r.${column}::text, u.${column}::text)`;
  });
  const filled = fillableFields.map((field) => {
    const column = sql.ref(userColumns[field]);
    return sql`${column} = coalesce(users.${column}, (c.given).${column})`;
  });
  // Looked up by id, since the planner knows nothing about members created moments ago.
  const member = sql`select *, array(select c.field from proposed_changes c where c.member_id = users.id
      and c.organization_id = ${organizationId} and c.state = 'PENDING') as pending
    from users where users.id = r.member_id offset 0`;
  const proposals = await sql<{ added_by: number; member_ids: number[] }>`
    with blanks as materialized (
      select distinct on (r.member_id, fact.place) r.member_id, fact.*,
        (fact.is_identity and u.organization_id <> ${organizationId}) is true as is_proposed, u.organization_id as added_by
      from ${rows} r cross join lateral (${member}) u
        cross join lateral (values ${sql.join(facts)}) fact (place, field, name, is_identity, value, known)
      where fact.value is not null and fact.known is null and fact.field <> all (u.pending)
      order by r.member_id, fact.place, r.place
    ), changed as materialized (
      select member_id, added_by, is_proposed, jsonb_agg(field order by place) as fields,
        jsonb_object_agg(name, value) as values
      from blanks group by member_id, added_by, is_proposed
    ), saved as (
      update users set update_timestamp = ${laterTimestamp}, ${sql.join(filled)}
      from (select member_id, jsonb_populate_record(null::users, values) as given from changed where not is_proposed) c
      where users.id = c.member_id
    ), proposals as (
      insert into proposed_changes (member_id, organization_id, field, proposed_value, proposed_by, create_timestamp)
      select member_id, ${organizationId}, field, value, ${userId}, date_trunc('milliseconds', clock_timestamp())
      from blanks where is_proposed
      on conflict do nothing
    ), logged as (
      insert into audit_log (organization_id, actor_id, action, entity_type, entity_id, detail, request_id)
      select om.organization_id, ${userId},
        case when c.is_proposed then 'user.change-proposed' else 'user.edit' end, 'user', c.member_id,
        jsonb_build_object('fields', c.fields)
          || ${JSON.stringify(detail)}::jsonb || case when c.is_proposed then '{}' else '{"filled": true}'::jsonb end
          || case when om.organization_id = ${organizationId} then '{}'
            else jsonb_build_object('organizationId', ${organizationId}::bigint) end,
        ${requestId}
      from changed c join visible_members om on om.member_id = c.member_id
      order by c.member_id, c.is_proposed, om.organization_id
    )
    select coalesce(added_by, 0) as added_by, json_agg(member_id order by member_id) as member_ids
    from changed where is_proposed group by added_by order by added_by`
    // One person's blanks are filled faster than this is planned.
    .planned('generic')
    .many(tx);
  for (const { added_by, member_ids } of proposals) await emailAdmins(tx, added_by, member_ids);
  return proposals.map(({ added_by }) => added_by);
}
