import type { DashboardService, SideTimes } from '@kinbridge/contract/metrics/metrics.contract';
import { sql } from 'kysely';
import { type Database, type Executor, transaction } from '../../db/database.ts';
import { type MetricSide, sideColumns } from './metric-numbers.queries.ts';

export interface SideWanted {
  organizationId: number;
  side: MetricSide;
  timeZone: string;
  /** Where the points of the trend begin: those of the period before, those of the period, and the day after it. */
  days: string[];
}

/** How often something was counted in each point of both periods, and in each period as a whole. */
interface Point {
  point: number;
  total: number;
  completed: number;
  members: number;
}

export interface SideNumbers {
  points: Point[];
  /** Members referred, or members served; they cannot be added up from the points. */
  members: number;
  previousMembers: number;
  partners: number;
  previousPartners: number;
  /** Requests of the period that ever reached step 1 to 5. */
  funnel: number[];
  services: ServiceNumbers[];
  times: SideTimes;
}

export type ServiceNumbers = Omit<DashboardService, 'service'> & { serviceId: number };

/** Whose members count: all who were referred, or those who were served, by service as well. */
const peopleCounted = {
  outgoing: sql`select point, null::bigint as service_id, member_id from hits group by point, member_id`,
  incoming: sql`select point, service_id, member_id from hits where completed group by point, service_id, member_id`,
};

/** A list of partners that a screen and a page of paper can hold. */
const mostPartners = 50;

/** Everything that the dashboard counts on one side, in one statement that reads the index alone. */
export async function findSideNumbers(db: Database, wanted: SideWanted): Promise<SideNumbers> {
  return transaction(db, async (tx) => {
    // A large organization's members are told apart in memory rather than on disk.
    await sql`select set_config('work_mem', '64MB', true)`.execute(tx);
    return readSide(tx, wanted);
  });
}

async function readSide(db: Executor, { organizationId, side, timeZone, days }: SideWanted): Promise<SideNumbers> {
  const { own, other } = sideColumns[side];
  const points = (days.length - 1) / 2;
  const { rows } = await sql<{ numbers: SideNumbers }>`
    with bounds as materialized (
      select array(select d::timestamp at time zone ${timeZone} from unnest(${days}::date[]) with ordinality u (d, n)
        order by n) as b
    ),
    hits as not materialized (
      select width_bucket(r.create_timestamp, (select b from bounds)) as point, ${other} as other_id, r.service_id,
        r.member_id, r.status = 'COMPLETED' as completed, r.furthest_step, r.create_timestamp,
        r.first_response_timestamp, r.complete_timestamp
      from service_requests r
      where ${own} = ${organizationId} and r.create_timestamp >= (select b[1] from bounds)
        and r.create_timestamp < (select b[array_upper(b, 1)] from bounds)
    ),
    groups as materialized (
      select point, point > ${points} as current, other_id, service_id, completed, furthest_step, count(*) as n
      from hits group by point, other_id, service_id, completed, furthest_step
    ),
    people as materialized (${peopleCounted[side]}),
    people_of_points as (
      select point, count(*) as n from (select point, member_id from people group by point, member_id) p group by point
    ),
    people_of_periods as (
      select current, count(*) as n
      from (select point > ${points} as current, member_id from people group by 1, member_id) p group by current
    ),
    people_of_services as (
      select service_id, count(*) as n
      from (select service_id, member_id from people where point > ${points} group by service_id, member_id) p
      group by service_id
    ),
    times as (
      select other_id, grouping(other_id) = 1 as everybody, count(*) as total,
        count(*) filter (where first_response_timestamp > create_timestamp) as responded,
        percentile_cont(0.5) within group (order by extract(epoch from first_response_timestamp - create_timestamp)::float8)
          filter (where first_response_timestamp > create_timestamp) as first_response,
        count(*) filter (where completed and complete_timestamp > create_timestamp) as completed,
        percentile_cont(0.5) within group (order by extract(epoch from complete_timestamp - create_timestamp)::float8)
          filter (where completed and complete_timestamp > create_timestamp) as completion
      from hits where point > ${points} group by grouping sets ((other_id), ())
    ),
    partners as (select * from times where not everybody order by total desc, other_id limit ${mostPartners})
    select json_build_object(
      'points', coalesce((select json_agg(json_build_object('point', g.point, 'total', g.total, 'completed', g.completed,
          'members', coalesce(p.n, 0)))
        from (select point, sum(n)::bigint as total, coalesce(sum(n) filter (where completed), 0)::bigint as completed
          from groups group by point) g left join people_of_points p on p.point = g.point), '[]'::json),
      'members', coalesce((select n from people_of_periods where current), 0),
      'previousMembers', coalesce((select n from people_of_periods where not current), 0),
      'partners', (select count(distinct other_id) from groups where current and other_id <> ${organizationId}),
      'previousPartners', (select count(distinct other_id) from groups where not current and other_id <> ${organizationId}),
      'funnel', (select json_agg(coalesce((select sum(n)::bigint from groups where current and furthest_step >= step), 0)
        order by step) from generate_series(1, 5) step),
      'services', coalesce((select json_agg(json_build_object('serviceId', g.service_id, 'totalCount', g.total,
          'completedCount', g.completed, 'previousTotalCount', g.previous, 'membersServed', coalesce(s.n, 0)))
        from (select service_id, coalesce(sum(n) filter (where current), 0)::bigint as total,
            coalesce(sum(n) filter (where current and completed), 0)::bigint as completed,
            coalesce(sum(n) filter (where not current), 0)::bigint as previous
          from groups group by service_id) g left join people_of_services s on s.service_id = g.service_id), '[]'::json),
      'times', (select json_build_object('firstResponseSeconds', first_response, 'respondedCount', responded,
          'completionSeconds', completion, 'completedCount', completed,
          'partners', coalesce((select json_agg(json_build_object('organization', json_build_object('id', o.id, 'name', o.name),
              'totalCount', p.total, 'firstResponseSeconds', p.first_response, 'respondedCount', p.responded,
              'completionSeconds', p.completion, 'completedCount', p.completed) order by p.total desc, o.id)
            from partners p join organizations o on o.id = p.other_id), '[]'::json))
        from times where everybody)) as numbers`.execute(db);
  return rows[0]?.numbers as SideNumbers;
}

export type OwnService = DashboardService['service'] & { deleted: boolean };

/** The organization's own services, those that were deleted included: old requests still count. */
export async function findOwnServices(db: Executor, organizationId: number): Promise<OwnService[]> {
  const { rows } = await sql<OwnService>`
    select id, name, type, deleted_timestamp is not null as deleted from services
    where organization_id = ${organizationId} order by id`.execute(db);
  return rows;
}
