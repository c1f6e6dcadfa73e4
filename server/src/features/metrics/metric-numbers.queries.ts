import type { MetricRange } from '@kinbridge/contract/metrics/metric-periods';
import type { Metric, MetricItem } from '@kinbridge/contract/metrics/metrics.contract';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import { endOfDay, startOfDay } from './metric-days.queries.ts';

export type MetricSide = 'outgoing' | 'incoming';

export const sideColumns = {
  outgoing: { own: sql.raw('r.organization_id'), other: sql.raw('r.provider_id') },
  incoming: { own: sql.raw('r.provider_id'), other: sql.raw('r.organization_id') },
};

const completed = sql`status = 'COMPLETED'`;

/** What is counted of the requests of a period; organizations are other ones, never one's own. */
const counted = {
  requests: () => sql`count(*)`,
  completed: () => sql`count(*) filter (where ${completed})`,
  members: () => sql`count(distinct member_id)`,
  membersServed: () => sql`count(distinct member_id) filter (where ${completed})`,
  organizations: (own: number) => sql`count(distinct other_id) filter (where other_id <> ${own})`,
} satisfies Record<string, (own: number) => RawBuilder<unknown>>;

export type Counted = keyof typeof counted;

export interface NumberWanted {
  organizationId: number;
  side: MetricSide;
  counted: Counted;
  timeZone: string;
  range: MetricRange;
}

/** One number, the same of the period before, and how it splits by service where it does. */
export async function findMetric(db: Executor, wanted: NumberWanted): Promise<Metric> {
  const { organizationId, side, timeZone, range } = wanted;
  const { own, other } = sideColumns[side];
  const value = counted[wanted.counted](organizationId);
  const items = sql`
    select json_agg(json_build_object('service', json_build_object('id', s.id, 'name', s.name, 'type', s.type,
        'organizationId', p.id, 'organization', json_build_object('id', p.id, 'name', p.name)),
      'organizationName', p.name, 'completedCount', n.completed, 'totalCount', n.total, 'membersServed', n.served)
      order by n.total desc, s.name, s.id)
    from (select service_id, count(*) as total, ${counted.completed()} as completed, ${counted.membersServed()} as served
      from hits where current group by service_id) n
      join services s on s.id = n.service_id join organizations p on p.id = s.organization_id`;
  const { rows } = await sql<{ value: number; previous: number; items: MetricItem[] }>`
    with hits as (
      select r.create_timestamp >= ${startOfDay(range.from, timeZone)} as current, r.status, r.member_id, r.service_id,
        ${other} as other_id
      from service_requests r
      where ${own} = ${organizationId} and r.create_timestamp >= ${startOfDay(range.previousFrom, timeZone)}
        and r.create_timestamp < ${endOfDay(range.to, timeZone)}
    )
    select (select ${value} from hits where current) as value, (select ${value} from hits where not current) as previous,
      coalesce((${wanted.counted === 'organizations' ? sql`null` : items}), '[]'::json) as items`.execute(db);
  const { value: number = 0, previous: previousValue = 0, items: list = [] } = rows[0] ?? {};
  return { value: number, previousValue, ...range, items: list };
}
