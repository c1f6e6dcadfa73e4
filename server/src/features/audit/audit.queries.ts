import type { AuditEntry, auditFilter } from '@kinbridge/contract/audit/audit.contract';
import type { Page } from '@kinbridge/contract/shared/paging';
import type { z } from 'zod';
import type { Executor } from '../../db/database.ts';
import { withinPeriod, zoneOf } from '../../db/day-period.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

export type AuditFilter = z.output<typeof auditFilter>;

const entryJson = sql`json_build_object('id', l.id, 'createTimestamp', ${iso('l.create_timestamp')},
  'actor', case when a.id is null then null
    else json_build_object('id', a.id, 'firstName', a.first_name, 'lastName', a.last_name) end,
  'action', l.action, 'entityType', l.entity_type, 'entityId', l.entity_id,
  'detail', case when l.detail ? 'askedDigest' then l.detail - 'askedDigest' || jsonb_build_object('asked', (
      select q.asked::jsonb from audit_asked q where q.audit_id = l.id))
    else l.detail end)`;

/** A page of the organization's log, newest first, with the total. */
export async function findAuditPage(
  db: Executor,
  organizationId: number,
  filter: AuditFilter,
  { page, size }: { page: number; size: number },
): Promise<Page<AuditEntry>> {
  const where = auditCondition(organizationId, filter);
  const { total: totalElements, content } = await sql<{ total: number; content: AuditEntry[] }>`
    select ${totalOf(organizationId, filter)} as total, coalesce((
      select json_agg(${entryJson} order by l.id desc)
      from (select * from audit_log l where ${where} order by l.id desc limit ${size} offset ${page * size}) l
        left join users a on a.id = l.actor_id), '[]'::json) as content`.one(db);
  return { content, totalElements, totalPages: Math.ceil(totalElements / size), size, number: page };
}

/** The number of entries: stored counts by action plus newer rows; with other filters, a live count. */
function totalOf(organizationId: number, { action, ...more }: AuditFilter) {
  const where = auditCondition(organizationId, { action, ...more });
  if (Object.values(more).some((value) => value !== undefined)) {
    return sql`(select count(*) from audit_log l where ${where})`;
  }
  const counted = action === undefined ? sql`true` : sql`action = any(${action}::text[])`;
  return sql`(coalesce((select sum(n)::bigint from audit_action_counts
      where organization_id = ${organizationId} and ${counted}), 0)
    + (select count(*) from audit_log l where ${where} and l.id > (select counted_id from audit_action_counted)))`;
}

/** The entries before one, newest first, for reading a long log in pieces. */
export async function findAuditBefore(
  db: Executor,
  organizationId: number,
  filter: AuditFilter,
  { before, limit }: { before: number | null; limit: number },
): Promise<AuditEntry[]> {
  const where = auditCondition(organizationId, filter);
  const rows = await sql<{ entry: AuditEntry }>`
    select ${entryJson} as entry
    from (select * from audit_log l where ${where} and (${before}::bigint is null or l.id < ${before}::bigint)
      order by l.id desc limit ${limit}) l
      left join users a on a.id = l.actor_id order by l.id desc`.many(db);
  return rows.map((row) => row.entry);
}

function auditCondition(organizationId: number, filter: AuditFilter) {
  const conditions: RawBuilder<unknown>[] = [
    sql`l.organization_id = ${organizationId}`,
    ...(filter.actorId === undefined ? [] : [sql`l.actor_id = ${filter.actorId}`]),
    ...(filter.entityType === undefined ? [] : [sql`l.entity_type = ${filter.entityType}`]),
    ...(filter.entityId === undefined ? [] : [sql`l.entity_id = ${filter.entityId}`]),
    ...(filter.action === undefined ? [] : [sql`l.action = any(${filter.action}::text[])`]),
    withinPeriod('l.create_timestamp', zoneOf(organizationId), filter),
  ];
  return sql.join(conditions, sql` and `);
}
