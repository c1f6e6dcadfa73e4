import type { OperatorLogEntry, operatorLogFilter } from '@kinbridge/contract/operator/operator.contract';
import type { Page } from '@kinbridge/contract/shared/paging';
import type { z } from 'zod';
import type { Executor } from '../../db/database.ts';
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

/** A page of the operators' log, newest first, with the total. It names operators and organizations, nobody else. */
export async function findOperatorLog(
  db: Executor,
  { actorId, organizationId, action }: Filter,
  { page, size }: { page: number; size: number },
): Promise<Page<OperatorLogEntry>> {
  const conditions: RawBuilder<unknown>[] = [
    sql`true`,
    ...(actorId === undefined ? [] : [sql`l.actor_id = ${actorId}`]),
    ...(organizationId === undefined ? [] : [sql`l.entity_type = 'organization' and l.entity_id = ${organizationId}`]),
    ...(action === undefined ? [] : [sql`l.action = any(${action}::text[])`]),
  ];
  const where = sql.join(conditions, sql` and `);
  const { total: totalElements, content } = await sql<{ total: number; content: OperatorLogEntry[] }>`
    select (select count(*) from operator_audit_log l where ${where}) as total, coalesce((
      select json_agg(${entryJson} order by l.id desc)
      from (select * from operator_audit_log l where ${where} order by l.id desc limit ${size} offset ${page * size}) l
        left join users a on a.id = l.actor_id
        left join users p on l.entity_type = 'user' and p.id = l.entity_id and p.user_type = 'OPERATOR'
        left join organizations o on l.entity_type = 'organization' and o.id = l.entity_id), '[]'::json) as content`.one(
    db,
  );
  return { content, totalElements, totalPages: Math.ceil(totalElements / size), size, number: page };
}
