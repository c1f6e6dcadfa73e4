import type { OperatorLogEntry, operatorLogFilter } from '@kinbridge/contract/operator/operator.contract';
import type { Page } from '@kinbridge/contract/shared/paging';
import type { z } from 'zod';
import type { Executor } from '../../db/database.ts';
import { withinPeriod } from '../../db/day-period.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

type Filter = z.output<typeof operatorLogFilter>;

const entryJson = sql`json_build_object('id', l.id, 'createTimestamp', ${iso('l.create_timestamp')},
  'actor', ${personJson('a')}, 'action', l.action, 'entityType', l.entity_type, 'entityId', l.entity_id,
  'detail', l.detail, 'requestId', l.request_id, 'person', ${personJson('p')},
  'organization', case when o.id is null then null else json_build_object('id', o.id, 'name', o.name) end)`;

function personJson(alias: string): RawBuilder<unknown> {
  const [id, first, last] = ['id', 'first_name', 'last_name'].map((column) => sql.ref(`${alias}.${column}`));
  return sql`case when ${id} is null then null
    else json_build_object('id', ${id}, 'firstName', ${first}, 'lastName', ${last}) end`;
}

/** The newest entries with what they name: operators and organizations, nobody else. */
function entriesSql(where: RawBuilder<unknown>, limit: number, offset = 0): RawBuilder<unknown> {
  return sql`(select * from operator_audit_log l where ${where} order by l.id desc limit ${limit} offset ${offset}) l
    left join users a on a.id = l.actor_id
    left join users p on l.entity_type = 'user' and p.id = l.entity_id and p.user_type = 'OPERATOR'
    left join organizations o on l.entity_type = 'organization' and o.id = l.entity_id`;
}

/** A page of the operators' log, newest first, with the total. */
export async function findOperatorLog(
  db: Executor,
  filter: Filter,
  { page, size }: { page: number; size: number },
): Promise<Page<OperatorLogEntry>> {
  const where = logCondition(filter);
  const { total: totalElements, content } = await sql<{ total: number; content: OperatorLogEntry[] }>`
    select (select count(*) from operator_audit_log l where ${where}) as total, coalesce((
      select json_agg(${entryJson} order by l.id desc) from ${entriesSql(where, size, page * size)}), '[]'::json)
      as content`.one(db);
  return { content, totalElements, totalPages: Math.ceil(totalElements / size), size, number: page };
}

/** The entries before one, newest first, for reading a long log in pieces. */
export async function findOperatorLogBefore(
  db: Executor,
  filter: Filter,
  { before, limit }: { before: number | null; limit: number },
): Promise<OperatorLogEntry[]> {
  const where = sql`${logCondition(filter)} and (${before}::bigint is null or l.id < ${before}::bigint)`;
  const rows = await sql<{ entry: OperatorLogEntry }>`
    select ${entryJson} as entry from ${entriesSql(where, limit)} order by l.id desc`.many(db);
  return rows.map((row) => row.entry);
}

function logCondition({ actorId, organizationId, action, ...dates }: Filter): RawBuilder<unknown> {
  return sql.join(
    [
      ...(actorId === undefined ? [] : [sql`l.actor_id = ${actorId}`]),
      ...(organizationId === undefined
        ? []
        : [sql`l.entity_type = 'organization' and l.entity_id = ${organizationId}`]),
      ...(action === undefined ? [] : [sql`l.action = any(${action}::text[])`]),
      // Operators have no time zone of their own; the console sends timestamps.
      withinPeriod('l.create_timestamp', 'UTC', dates),
    ],
    sql` and `,
  );
}
