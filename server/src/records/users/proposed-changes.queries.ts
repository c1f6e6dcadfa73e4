import type { ProposedChange } from '@kinbridge/contract/users/proposed-changes.contract';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

const person = (alias: string) =>
  sql`jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'firstName', ${sql.ref(`${alias}.first_name`)},
    'lastName', ${sql.ref(`${alias}.last_name`)})`;

/** Row c of proposed_changes as the API shows it, next to its member u. */
const changeJson = sql<ProposedChange>`jsonb_build_object('id', c.id, 'field', c.field,
  'value', identity_value(u, c.field), 'proposedValue', c.proposed_value,
  'organization', jsonb_build_object('id', o.id, 'name', o.name), 'proposedBy', ${person('b')}, 'state', c.state,
  'createTimestamp', ${iso('c.create_timestamp')}, 'decidedBy', case when d.id is not null then ${person('d')} end,
  'decideTimestamp', ${iso('c.decide_timestamp')})`;
const changes = sql`proposed_changes c join organizations o on o.id = c.organization_id
  join users b on b.id = c.proposed_by left join users d on d.id = c.decided_by`;

/** The organization that added the member sees every proposal; others see their own. */
function seenBy(viewerId: number): RawBuilder<boolean> {
  return sql`(c.member_id = u.id and ${viewerId}::bigint in (c.organization_id, u.organization_id))`;
}

/** Pending changes of member u that the organization sees, newest first. */
export function pendingChanges(viewerId: number | null): RawBuilder<ProposedChange[]> {
  if (viewerId === null) return sql`'[]'::jsonb`;
  return sql`coalesce((select jsonb_agg(${changeJson} order by c.id desc) from ${changes}
    where ${seenBy(viewerId)} and c.state = 'PENDING'), '[]'::jsonb)`;
}

/** The organization's own pending values for member u, and when they last changed. */
export function ownProposals(viewerId: number | null): RawBuilder<unknown> {
  return sql`(select jsonb_object_agg(c.field, c.proposed_value) filter (where c.state = 'PENDING') as pending,
    max(greatest(c.create_timestamp, c.decide_timestamp)) as changed
    from proposed_changes c where c.member_id = u.id and c.organization_id = ${viewerId}::bigint)`;
}

/** All proposals the organization sees, including decided ones, newest first. */
export async function findChanges(db: Executor, viewerId: number, memberId: number): Promise<ProposedChange[]> {
  const rows = await sql<{ change: ProposedChange }>`
    select ${changeJson} as change from ${changes} join users u on u.id = c.member_id
    where u.id = ${memberId} and ${seenBy(viewerId)} order by c.id desc limit 1000`.many(db);
  return rows.map((row) => row.change);
}

export async function findChange(db: Executor, id: number): Promise<ProposedChange> {
  const { change } = await sql<{ change: ProposedChange }>`
    select ${changeJson} as change from ${changes} join users u on u.id = c.member_id where c.id = ${id}`.one(db);
  return change;
}
