import { massMessageReasons } from '@kinbridge/contract/mass-messages/mass-message';
import type { MassMessagePreview, NewMassMessage } from '@kinbridge/contract/mass-messages/mass-messages.contract';
import type { Executor } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { smsBlockedReason } from '../../records/sms/sms-blocked.queries.ts';
import { matchingMembers } from '../service-requests/filter.queries.ts';

/** The recipients of a mass message: people by id, members by a filter, or both. */
export type Choice = Pick<NewMassMessage, 'ids' | 'filter'>;

/** True if an id isn't a visible member or an employee of the organization. */
export async function namesStranger(db: Executor, organizationId: number, choice: Choice): Promise<boolean> {
  const rows = await sql`
    select from unnest(${choice.ids ?? []}::bigint[]) i (id)
      left join visible_members om on om.organization_id = ${organizationId} and om.member_id = i.id
      left join users u on u.id = i.id and u.organization_id = ${organizationId} and u.user_type <> 'PATIENT'
    where om.member_id is null and u.id is null limit 1`.many(db);
  return rows.length > 0;
}

/**
 * Every chosen person once, with the reason they can't get the text, or null. Among people who share a number, only the
 * first gets it. The ids must belong to the organization.
 */
export function judgedRecipients(organizationId: number, choice: Choice): RawBuilder<unknown> {
  const filtered = choice.filter
    ? sql`union all select m.member_id, null from (${matchingMembers(organizationId, choice.filter)}) m`
    : sql``;
  return sql`
    select p.*, coalesce(p.blocked, case when row_number() over (
        partition by p.phone_number, p.blocked is null order by p.place, p.user_id) > 1
      then ${sql.lit(massMessageReasons.sameNumber)} end) as reason
    from (
      select u.id as user_id, c.place, u.phone_number, u.first_name, u.last_name,
        coalesce(case when u.user_type <> 'PATIENT' and u.status <> 'ACTIVE'
          then ${sql.lit(massMessageReasons.notActive)} end, ${smsBlockedReason('u')}) as blocked
      from (
        select a.id, min(a.place) as place from (
          select i.id, i.place from unnest(${choice.ids ?? []}::bigint[]) with ordinality i (id, place) ${filtered}
        ) a group by a.id
      ) c join users u on u.id = c.id left join sms_opt_outs x on x.phone_number = u.phone_number
    ) p`;
}

const namesShown = 50;

type Preview = Pick<MassMessagePreview, 'total' | 'recipients' | 'skipped'>;

/** Who would get the message, and who wouldn't and why, with the first names of each. */
export async function previewRecipients(db: Executor, organizationId: number, choice: Choice): Promise<Preview> {
  const rows = await sql<{ reason: string | null; count: number; people: Preview['recipients']['people'] }>`
    with judged as materialized (${judgedRecipients(organizationId, choice)}),
    reasons as (select reason, count(*) as count from judged group by reason)
    select r.reason, r.count, (
      -- The first names alone are sorted: everybody's would take longer than all the rest.
      select json_agg(json_build_object('id', n.user_id, 'firstName', n.first_name, 'lastName', n.last_name) order by n.place)
      from (select f.*, row_number() over () as place from (
        select j.user_id, j.first_name, j.last_name from judged j where j.reason is not distinct from r.reason
        order by j.first_name collate person_names, j.last_name collate person_names, j.user_id limit ${namesShown}) f) n
    ) as people
    from reasons r order by r.count desc, r.reason`.many(db);
  const { count = 0, people = [] } = rows.find(({ reason }) => reason === null) ?? {};
  return {
    total: rows.reduce((sum, row) => sum + row.count, 0),
    recipients: { count, people },
    skipped: rows.flatMap((row) => (row.reason === null ? [] : [{ ...row, reason: row.reason }])),
  };
}
