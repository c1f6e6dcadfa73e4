import { isIdentityField, type OptionalMemberField } from '@kinbridge/contract/member-fields/member-fields';
import type { Tx } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { fillableFields, userColumns } from '../../records/users/user-columns.ts';
import type { MemberUpload } from './member-uploads.queries.ts';
import { emailAdmins } from './proposed-changes.commands.ts';

/**
 * Fills only blank fields of matched members. Identity fields of members added by another organization become proposals
 * to it.
 */
export async function fillListedBlanks(tx: Tx, upload: MemberUpload): Promise<void> {
  const { organizationId, createdBy, requestId } = upload;
  const column = (name: OptionalMemberField) => sql.ref(userColumns[name]);
  const first = fillableFields.map(
    (name) => sql`(array_agg(r.${column(name)} order by r.place) filter (where r.${column(name)} is not null))[1]
      as ${column(name)}`,
  );
  const isBlank = (name: OptionalMemberField) => sql`(u.${column(name)} is null and r.${column(name)} is not null)`;
  const isOthers = sql`(u.organization_id <> ${organizationId})`;
  const listed = (wanted: (name: OptionalMemberField) => RawBuilder<unknown>) =>
    sql`array_remove(array[${sql.join(fillableFields.map((name) => sql`case when ${wanted(name)} then ${name}::text end`))}], null)`;
  const fills = (name: OptionalMemberField) =>
    isIdentityField(name) ? sql`(${isBlank(name)} and not coalesce(${isOthers}, false))` : isBlank(name);
  const proposes = (name: OptionalMemberField) =>
    isIdentityField(name)
      ? sql`(${isBlank(name)} and ${isOthers} and not exists (select from proposed_changes p
          where p.member_id = u.id and p.organization_id = ${organizationId} and p.field = ${name} and p.state = 'PENDING'))`
      : sql`false`;
  const entries = (members: string, action: string, fields: string) => sql`
    insert into audit_log (organization_id, actor_id, action, entity_type, entity_id, detail, request_id)
    select om.organization_id, ${createdBy}::bigint, ${action}, 'user', m.member_id,
      jsonb_build_object('fields', m.${sql.ref(fields)}, 'filled', true, 'uploadId', ${upload.id}::bigint)
        || case when om.organization_id <> ${organizationId} then jsonb_build_object('organizationId', ${organizationId}::bigint)
          else '{}' end, ${requestId}
    from ${sql.ref(members)} m join visible_members om on om.member_id = m.member_id
    where m.${sql.ref(fields)} <> '{}' order by m.member_id, om.organization_id`;
  const proposals = await sql<{ added_by: number | null; member_ids: number[] }>`
    with given as materialized (
      select r.member_id, ${sql.join(first)}
      from member_upload_rows r
        cross join lateral (select * from users where users.id = r.member_id offset 0) u
      where r.upload_id = ${upload.id} and not r.created and (${sql.join(fillableFields.map(isBlank), sql` or `)})
      group by r.member_id
    ), wanted as materialized (
      select r.*, u.organization_id as added_by, ${listed(fills)} as filled, ${listed(proposes)} as proposed
      from given r cross join lateral (select * from users where users.id = r.member_id offset 0) u
    ), saved as (
      update users set update_timestamp = ${laterTimestamp}, ${sql.join(
        fillableFields.map(
          (name) => sql`${column(name)} = case when ${name} = any(w.filled)
            then coalesce(users.${column(name)}, w.${column(name)}) else users.${column(name)} end`,
        ),
      )}
      from wanted w where users.id = w.member_id and w.filled <> '{}'
    ), proposals as (
      insert into proposed_changes (member_id, organization_id, field, proposed_value, proposed_by, create_timestamp)
      select w.member_id, ${organizationId}, p.field, ${sql`to_jsonb(w) ->> case p.field ${sql.join(
        fillableFields.map((name) => sql`when ${name} then ${userColumns[name]}`),
        sql` `,
      )} end`}, ${createdBy}, date_trunc('milliseconds', clock_timestamp())
      from wanted w cross join lateral unnest(w.proposed) p (field)
      on conflict do nothing
    ), logged_fills as (${entries('wanted', 'user.edit', 'filled')}),
    logged_proposals as (${entries('wanted', 'user.change-proposed', 'proposed')})
    select added_by, json_agg(member_id order by member_id) as member_ids from wanted where proposed <> '{}'
    group by added_by order by added_by`.many(tx);
  for (const { added_by, member_ids } of proposals) {
    if (added_by !== null) await emailAdmins(tx, added_by, member_ids);
  }
}
