import { type BoardStatus, statusPath } from '@kinbridge/contract/service-requests/service-request-status';
import type { Tx } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

interface Sides {
  organization_id: number;
  provider_id: number;
  /** Its first service, and one that it stopped offering yesterday. */
  service_id: number;
  ended_service_id: number;
  sender_id: number;
  assignee_id: number;
}

/**
 * What needs people on their first day: each organization sent another one requests of which one was declined, one
 * stalls, one has a question, and one's service is no longer offered. Nothing is sent.
 */
export async function loadDemoNeeds(tx: Tx): Promise<void> {
  for (const sides of await findSides(tx)) {
    const declined = await insertNeed(tx, sides, { member: 1, daysAgo: 4, moved: { to: 'CANCELLED', daysAgo: 2 } });
    await set(
      tx,
      declined,
      sql`declined = true, outcome_code = 'NO_CAPACITY', outcome_by = 'staff',
      outcome_timestamp = status_timestamp`,
    );
    const stalled = await insertNeed(tx, sides, { member: 2, daysAgo: 12, moved: { to: 'IN_PROGRESS', daysAgo: 9 } });
    await set(
      tx,
      stalled,
      sql`stall_reminders = 2, stall_timestamp = status_timestamp + make_interval(days => (
      select s.stall_days::integer from services s where s.id = service_id))`,
    );
    const asked = await insertNeed(tx, sides, { member: 3, daysAgo: 3, moved: { to: 'OPEN', daysAgo: 2 } });
    await askSender(tx, asked, 'Does a Saturday morning work as well? Weekdays are full until the end of the month.');
    await insertNeed(tx, { ...sides, service_id: sides.ended_service_id }, { member: 4, daysAgo: 1 });
  }
}

const adminOf = (organization: string) =>
  sql.raw(`(select min(a.id) from users a
  where a.organization_id = ${organization} and a.user_type = 'ADMIN' and a.status = 'ACTIVE')`);

async function findSides(tx: Tx): Promise<Sides[]> {
  return sql<Sides>`
    with ended as (
      insert into services (organization_id, name, type, deleted_timestamp)
      select id, 'Coat drive', 'OTHER', now() - interval '1 hour' from organizations returning id, organization_id
    ),
    sides as (
      select id as organization_id, coalesce(lead(id) over (order by id), min(id) over ()) as provider_id from organizations
    )
    select organization_id, provider_id, ${adminOf('organization_id')} as sender_id,
      (select min(s.id) from services s where s.organization_id = provider_id) as service_id,
      (select e.id from ended e where e.organization_id = provider_id) as ended_service_id,
      ${adminOf('provider_id')} as assignee_id
    from sides order by organization_id`.many(tx);
}

interface Need {
  /** Which of the organization's newest members. */
  member: number;
  daysAgo: number;
  /** By the provider. */
  moved?: { to: string; daysAgo: number };
}

async function insertNeed(tx: Tx, sides: Sides, { member, daysAgo, moved }: Need): Promise<number> {
  const at = daysBefore(daysAgo);
  const step = 1 + statusPath.indexOf(moved?.to as BoardStatus);
  const changed = moved ? daysBefore(moved.daysAgo) : null;
  const { id } = await sql<{ id: number }>`
    with member as (
      select id from users where organization_id = ${sides.organization_id} and user_type = 'PATIENT'
      order by id desc offset ${member} limit 1
    ),
    seen as (
      insert into organization_members (organization_id, member_id) select ${sides.provider_id}, id from member
      on conflict do nothing
    ),
    created as (
      insert into service_requests (organization_id, provider_id, service_id, member_id, status, description, created_by,
        assignee_id, version, furthest_step, create_timestamp, update_timestamp, status_timestamp, responded_timestamp, due_timestamp,
        response_hours)
      select ${sides.organization_id}, ${sides.provider_id}, s.id, member.id, ${moved?.to ?? 'REQUESTED'},
        'Please call in the afternoon.', ${sides.sender_id}, ${moved ? sides.assignee_id : null}::bigint,
        ${moved ? 2 : 1}::integer, ${Math.max(1, step)}::smallint, ${at}, ${changed ?? at}, ${changed ?? at}, ${changed}::timestamptz,
        ${at} + make_interval(hours => s.response_hours), s.response_hours
      from member, services s where s.id = ${sides.service_id} returning id
    ),
    history (at, organization_id, actor_id, action, detail) as (values
      (${at}, ${sides.organization_id}::bigint, ${sides.sender_id}::bigint, 'create', '{}'::jsonb),
      (${changed}::timestamptz, ${sides.provider_id}, ${sides.assignee_id}, 'move', jsonb_build_object('from', 'REQUESTED', 'to', ${moved?.to ?? null}::text))
    ),
    recorded as (
      insert into audit_log (create_timestamp, organization_id, actor_id, action, entity_type, entity_id, detail, request_id)
      select at, organization_id, actor_id, 'service-request.' || action, 'service-request', created.id, detail, 'demo'
      from history, created where at is not null order by at
    )
    select id from created`.one(tx);
  return id;
}

const daysBefore = (days: number) => sql`(now() - make_interval(days => ${days}::integer))`;

async function set(tx: Tx, id: number, columns: RawBuilder<unknown>): Promise<void> {
  await sql`update service_requests set ${columns} where id = ${id}`.run(tx);
}

/** A comment of the provider, three hours ago. */
async function askSender(tx: Tx, id: number, content: string): Promise<void> {
  await sql`
    with asked as (
      update service_requests set sender_question_timestamp = now() - interval '3 hours' where id = ${id}
      returning id, assignee_id, provider_id, sender_question_timestamp as at
    ),
    note as (
      insert into notes (service_request_id, content, created_by, organization_id, create_timestamp, update_timestamp)
      select id, ${content}, assignee_id, provider_id, at, at from asked returning id
    )
    insert into audit_log (create_timestamp, organization_id, actor_id, action, entity_type, entity_id, detail, request_id)
    select at, provider_id, assignee_id, 'note.create', 'service-request', asked.id, jsonb_build_object('noteId', note.id),
      'demo' from asked, note`.run(tx);
}
