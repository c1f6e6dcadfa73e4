import type { MetricRange } from '@kinbridge/contract/metrics/metric-periods';
import type { Metric, MetricItem } from '@kinbridge/contract/metrics/metrics.contract';
import { type Database, type Executor, type Tx, transaction } from '../../db/database.ts';
import { endOfDay, startOfDay } from '../../db/day-period.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

export type MetricSide = 'outgoing' | 'incoming';

export const sideColumns = {
  outgoing: { own: sql.raw('r.organization_id'), other: sql.raw('r.provider_id') },
  incoming: { own: sql.raw('r.provider_id'), other: sql.raw('r.organization_id') },
};

/** Whether a request r can still be completed. */
export const isOpen = sql`r.status not in ('COMPLETED', 'CANCELLED')`;

/** Whether request r had a promise that was kept or missed by now. */
export const isPromised = sql`(r.due_timestamp is not null
  and (r.responded_timestamp is not null or not ${isOpen} or r.due_timestamp < now()))`;

/** Whether the providing side responded in time, and not by declining what it never accepted. */
export const isKept = sql`coalesce(r.responded_timestamp <= r.due_timestamp
  and (r.status <> 'CANCELLED' or r.furthest_step > 1), false)`;

const completed = sql`status = 'COMPLETED'`;

/** Distinct counts for both periods, with one hash. */
function different(column: string, where = sql`true`) {
  return sql`select count(*) filter (where current) as value, count(*) filter (where previous) as previous
    from (select bool_or(current) as current, bool_or(not current) as previous from hits where ${where}
      group by ${sql.raw(column)}) d`;
}

function added(column: string) {
  return sql`select coalesce(sum(${sql.raw(column)}) filter (where current), 0)::bigint as value,
    coalesce(sum(${sql.raw(column)}) filter (where not current), 0)::bigint as previous from by_service`;
}

/** What each metric counts; organizations exclude one's own. */
const counted = {
  requests: () => added('total'),
  completed: () => added('completed'),
  members: () => different('member_id'),
  membersServed: () => different('member_id', completed),
  organizations: (own: number) => different('other_id', sql`other_id <> ${own}`),
} satisfies Record<string, (own: number) => RawBuilder<unknown>>;

export type Counted = keyof typeof counted;

export interface NumberWanted {
  organizationId: number;
  side: MetricSide;
  counted: Counted;
  timeZone: string;
  range: MetricRange;
}

/** A number, the previous period's, and its split by service if any. */
export function findMetric(db: Database, wanted: NumberWanted): Promise<Metric> {
  return withWorkMem(db, (tx) => readMetric(tx, wanted));
}

async function readMetric(db: Executor, wanted: NumberWanted): Promise<Metric> {
  const { organizationId, side, timeZone, range } = wanted;
  const { own, other } = sideColumns[side];
  const items = sql`
    select json_agg(json_build_object('service', json_build_object('id', s.id, 'name', s.name, 'type', s.type,
        'organizationId', p.id, 'organization', json_build_object('id', p.id, 'name', p.name)),
      'organizationName', p.name, 'completedCount', n.completed, 'totalCount', n.total, 'membersServed', coalesce(d.n, 0))
      order by n.total desc, s.name, s.id)
    from by_service n
      left join (select service_id, count(*) as n from (
          select service_id, member_id from hits where current and ${completed} group by service_id, member_id) p
        group by service_id) d on d.service_id = n.service_id
      join services s on s.id = n.service_id join organizations p on p.id = s.organization_id
    where n.current`;
  const {
    value,
    previous,
    items: list,
  } = await sql<{ value: number; previous: number; items: MetricItem[] }>`
    with hits as not materialized (
      -- The days are subselects, so that each is turned into a moment once and not for every row.
      select r.create_timestamp >= (select ${startOfDay(range.from, timeZone)}) as current, r.status, r.member_id,
        r.service_id, ${other} as other_id
      from service_requests r
      where ${own} = ${organizationId} and r.create_timestamp >= (select ${startOfDay(range.previousFrom, timeZone)})
        and r.create_timestamp < (select ${endOfDay(range.to, timeZone)})
    ),
    by_service as materialized (
      select service_id, current, count(*) as total, count(*) filter (where ${completed}) as completed
      from hits group by service_id, current
    )
    select n.value, n.previous, coalesce((${wanted.counted === 'organizations' ? sql`null` : items}), '[]'::json) as items
    from (${counted[wanted.counted](organizationId)}) n`.one(db);
  return { value, previousValue: previous, ...range, items: list };
}

/** Lets distinct members of a large organization be counted in memory instead of on disk. */
export function withWorkMem<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    await sql`select set_config('work_mem', '64MB', true)`.run(tx);
    return work(tx);
  });
}
