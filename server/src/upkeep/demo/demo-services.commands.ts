import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** What the demo services say about themselves: one is full, one is paused. Names are unique in the demo. */
export async function describeDemoServices(tx: Tx, root: string): Promise<void> {
  const services = JSON.parse(await readFile(join(root, 'db/demo/services.json'), 'utf8')) as { hours?: string[] }[];
  const described = services.map(({ hours, ...service }) => ({ ...service, hours: hours?.map(toHours) ?? null }));
  await sql`
    update services s set eligibility = d.eligibility, age_min = d."ageMin", languages = d.languages, cost = d.cost,
      documents = d.documents, hours = d.hours, service_area = d."serviceArea",
      response_hours = coalesce(d."responseHours", s.response_hours), availability = coalesce(d.availability, 'OPEN'),
      availability_note = d."availabilityNote", wait_days = d."waitDays",
      availability_timestamp = case when d.availability is not null then now() end
    from jsonb_to_recordset(${JSON.stringify(described)}::jsonb) as d (name text, eligibility text, "ageMin" smallint,
      languages text[], cost text, documents text[], hours jsonb, "serviceArea" jsonb, "responseHours" smallint,
      availability text, "availabilityNote" text, "waitDays" smallint)
    where s.name = d.name`.run(tx);
}

/** 'MO 08:00-17:00' */
function toHours(text: string): { day: string; opens: string; closes: string } {
  const [day = '', opens = '', closes = ''] = text.split(/[ -]/);
  return { day, opens, closes };
}

/**
 * A request of the first organization that another one declined, and its second try, which is overdue: something to
 * refer elsewhere on the first day. Nothing is sent, and no reminder follows.
 */
export async function loadDemoTries(tx: Tx): Promise<void> {
  const declined = await insertTry(tx, { service: 'Home-delivered meals', daysAgo: 6, followsId: null });
  await sql`
    with moved as (
      update service_requests set status = 'CANCELLED', version = 2, outcome_code = 'NO_CAPACITY', outcome_by = 'staff',
        outcome_timestamp = now() - interval '5 days', status_timestamp = now() - interval '5 days',
        update_timestamp = now() - interval '5 days', responded_timestamp = now() - interval '5 days',
        declined = true
      where id = ${declined} returning id, provider_id
    )
    insert into audit_log (create_timestamp, organization_id, actor_id, action, entity_type, entity_id, detail, request_id)
    select now() - interval '5 days', provider_id, ${adminOf(sql`provider_id`)}, 'service-request.move',
      'service-request', id, '{"from": "REQUESTED", "to": "CANCELLED", "outcome": {"code": "NO_CAPACITY", "by": "staff"}}',
      'demo' from moved`.run(tx);
  await insertTry(tx, { service: 'Weekly food box', daysAgo: 4, followsId: declined });
}

const adminOf = (organization: ReturnType<typeof sql>) => sql`(select min(a.id) from users a
  where a.organization_id = ${organization} and a.user_type = 'ADMIN' and a.status = 'ACTIVE')`;

/** For the first organization's newest member, by its admin. */
async function insertTry(
  tx: Tx,
  { service, daysAgo, followsId }: { service: string; daysAgo: number; followsId: number | null },
): Promise<number> {
  const at = sql`now() - make_interval(days => ${daysAgo}::integer)`;
  const { id } = await sql<{ id: number }>`
    with parties as (
      select o.id as organization_id, s.organization_id as provider_id, s.id as service_id, s.response_hours as hours,
        (select max(m.id) from users m where m.organization_id = o.id and m.user_type = 'PATIENT') as member_id,
        ${adminOf(sql`o.id`)} as sender_id
      from services s, (select min(id) as id from organizations) o where s.name = ${service}
    ),
    seen as (
      insert into organization_members (organization_id, member_id) select provider_id, member_id from parties
      on conflict do nothing
    ),
    created as (
      insert into service_requests (organization_id, provider_id, service_id, member_id, status, description, created_by,
        create_timestamp, update_timestamp, status_timestamp, due_timestamp, response_hours, follows_id)
      select organization_id, provider_id, service_id, member_id, 'REQUESTED', 'Home from the hospital, alone for now.',
        sender_id, ${at}, ${at}, ${at}, ${at} + make_interval(hours => hours), hours, ${followsId}::bigint from parties
      returning id, organization_id, created_by
    ),
    recorded as (
      insert into audit_log (create_timestamp, organization_id, actor_id, action, entity_type, entity_id, request_id)
      select ${at}, organization_id, created_by, 'service-request.create', 'service-request', id, 'demo' from created
    )
    select id from created`.one(tx);
  return id;
}
