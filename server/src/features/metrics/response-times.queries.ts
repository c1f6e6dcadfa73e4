import type { SideTimes } from '@kinbridge/contract/metrics/metrics.contract';
import type { Executor } from '../../db/database.ts';
import { endOfDay, startOfDay } from '../../db/day-period.ts';
import { sql } from '../../db/sql.ts';
import type { AskedDays } from './metric-days.queries.ts';
import { type MetricSide, sideColumns } from './metric-numbers.queries.ts';

/** As many partners as fit on a screen and a page. */
const maxPartners = 50;

/** Median times to first response and completion, in total and per partner. */
export async function findSideTimes(
  db: Executor,
  side: MetricSide,
  { organizationId, timeZone, range }: { organizationId: number; timeZone: string; range: AskedDays },
): Promise<SideTimes> {
  const { own, other } = sideColumns[side];
  const { times } = await sql<{ times: SideTimes }>`
    with durations as (
      select ${other} as other_id,
        case when r.responded_timestamp > r.create_timestamp
          then date_part('epoch', r.responded_timestamp - r.create_timestamp) end as response,
        case when r.status = 'COMPLETED' and r.complete_timestamp > r.create_timestamp
          then date_part('epoch', r.complete_timestamp - r.create_timestamp) end as completion
      from service_requests r
      -- As subselects, so that the plan is the same for every period: it reads the index alone.
      where ${own} = ${organizationId} and r.create_timestamp >= (select ${startOfDay(range.from, timeZone)})
        and r.create_timestamp < (select ${endOfDay(range.to, timeZone)})
      -- Worked out once, before the rows are sorted.
      offset 0
    ),
    times as (
      select other_id, grouping(other_id) = 1 as everybody, count(*) as total, count(response) as responded,
        percentile_cont(0.5) within group (order by response) as first_response, count(completion) as completed,
        percentile_cont(0.5) within group (order by completion) as completion
      from durations group by grouping sets ((other_id), ())
    ),
    partners as (select * from times where not everybody order by total desc, other_id limit ${maxPartners})
    select json_build_object('firstResponseSeconds', first_response, 'respondedCount', responded,
      'completionSeconds', completion, 'completedCount', completed,
      'partners', coalesce((select json_agg(json_build_object('organization', json_build_object('id', o.id, 'name', o.name),
          'totalCount', p.total, 'firstResponseSeconds', p.first_response, 'respondedCount', p.responded,
          'completionSeconds', p.completion, 'completedCount', p.completed) order by p.total desc, o.id)
        from partners p join organizations o on o.id = p.other_id), '[]'::json)) as times
    from times where everybody`.one(db);
  return times;
}
