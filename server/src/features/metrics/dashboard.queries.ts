import type { DashboardService } from '@kinbridge/contract/metrics/metrics.contract';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { isOpen, type MetricSide, sideColumns } from './metric-numbers.queries.ts';

export interface PeriodsWanted {
  organizationId: number;
  timeZone: string;
  /** The first day of each trend point of the previous and current period, and the day after. */
  days: string[];
}

/** The counts of a trend point, in both periods. */
interface Point {
  point: number;
  total: number;
  completed: number;
  open: number;
  members: number;
}

export interface SideNumbers {
  points: Point[];
  /** Distinct members referred or served; points can't be summed. */
  members: number;
  previousMembers: number;
  partners: number;
  previousPartners: number;
  /** Requests of the period that reached steps 1 to 5. */
  funnel: number[];
  services: ServiceNumbers[];
}

export type ServiceNumbers = Omit<DashboardService, 'service'> & { serviceId: number };

/** Which members count: everyone referred, or everyone served, also by service. */
const peopleOf = {
  outgoing: sql`
    people as (select bit_or(1::bigint << point) as points from hits group by member_id),
    people_of_services as (select null::bigint as service_id, null::bigint as points where false)`,
  incoming: sql`
    people_of_services as materialized (
      select service_id, member_id, bit_or(1::bigint << point) as points from hits where completed
      group by service_id, member_id
    ),
    people as (select bit_or(points) as points from people_of_services group by member_id)`,
};

/**
 * All dashboard numbers of one side in one index-only statement. Distinct members cost the most, so they are found
 * once: each has a bit per trend point, and the points and both periods follow from the few bit patterns.
 */
export async function findSideNumbers(
  db: Executor,
  side: MetricSide,
  { organizationId, timeZone, days }: PeriodsWanted,
): Promise<SideNumbers> {
  const { own, other } = sideColumns[side];
  const points = (days.length - 1) / 2;
  const bits = Array.from({ length: 2 * points }, (_, index) => 2 ** (index + 1));
  const [before, current] = [bits.slice(0, points), bits.slice(points)].map(added);
  const membersOfPoints = sql.join(bits.map(membersWith));
  const { numbers } = await sql<{ numbers: SideNumbers }>`
    with bounds as materialized (
      select array(select d::timestamp at time zone ${timeZone} from unnest(${days}::date[]) with ordinality u (d, n)
        order by n) as b
    ),
    hits as not materialized (
      select width_bucket(r.create_timestamp, (select b from bounds)) as point, ${other} as other_id, r.service_id,
        r.member_id, r.status = 'COMPLETED' as completed, ${isOpen} as open, r.furthest_step
      from service_requests r
      where ${own} = ${organizationId} and r.create_timestamp >= (select b[1] from bounds)
        and r.create_timestamp < (select b[array_upper(b, 1)] from bounds)
    ),
    groups as materialized (
      select point, point > ${points} as current, other_id, service_id, completed, open, furthest_step, count(*) as n
      from hits group by point, other_id, service_id, completed, open, furthest_step
    ),
    ${peopleOf[side]},
    patterns as (select points, count(*) as n from people group by points),
    members as materialized (
      select ${membersWith(current)} as current, ${membersWith(before)} as before, array[${membersOfPoints}] as points
      from patterns
    )
    select json_build_object(
      'points', coalesce((select json_agg(json_build_object('point', g.point, 'total', g.total, 'completed', g.completed,
          'open', g.open, 'members', (select m.points[g.point] from members m)))
        from (select point, sum(n)::bigint as total, coalesce(sum(n) filter (where completed), 0)::bigint as completed,
            coalesce(sum(n) filter (where open), 0)::bigint as open
          from groups group by point) g), '[]'::json),
      'members', (select m.current from members m),
      'previousMembers', (select m.before from members m),
      'partners', (select count(distinct other_id) from groups where current and other_id <> ${organizationId}),
      'previousPartners', (select count(distinct other_id) from groups where not current and other_id <> ${organizationId}),
      'funnel', (select json_agg(coalesce((select sum(n)::bigint from groups where current and furthest_step >= step), 0)
        order by step) from generate_series(1, 5) step),
      'services', coalesce((select json_agg(json_build_object('serviceId', g.service_id, 'totalCount', g.total,
          'completedCount', g.completed, 'previousTotalCount', g.previous, 'membersServed', coalesce(s.n, 0)))
        from (select service_id, coalesce(sum(n) filter (where current), 0)::bigint as total,
            coalesce(sum(n) filter (where current and completed), 0)::bigint as completed,
            coalesce(sum(n) filter (where not current), 0)::bigint as previous
          from groups group by service_id) g
          left join (select service_id, count(*) as n from people_of_services where points & ${current}::bigint <> 0
            group by service_id) s on s.service_id = g.service_id), '[]'::json)) as numbers`.one(db);
  return numbers;
}

const added = (list: number[]) => list.reduce((total, value) => total + value, 0);

/** The number of members in at least one of these points. */
function membersWith(bits = 0) {
  return sql`coalesce(sum(n) filter (where points & ${sql.lit(bits)}::bigint <> 0), 0)::bigint`;
}

export type OwnService = DashboardService['service'] & { deleted: boolean };

/** The organization's services, including deleted ones, whose old requests still count. */
export async function findOwnServices(db: Executor, organizationId: number): Promise<OwnService[]> {
  return sql<OwnService>`
    select id, name, type, deleted_timestamp is not null as deleted from services
    where organization_id = ${organizationId} order by id`.many(db);
}
