import type { drillDownQuery } from '@kinbridge/contract/metrics/metrics.contract';
import type { OutcomeCode } from '@kinbridge/contract/service-requests/outcomes';
import { statusPath } from '@kinbridge/contract/service-requests/service-request-status';
import type { z } from 'zod';
import type { Executor } from '../../db/database.ts';
import { withinPeriod } from '../../db/day-period.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { isErasedFor, readsLastSeen, requestsPage } from '../service-requests/service-request-row.queries.ts';
import type { AskedDays } from './metric-days.queries.ts';
import { isKept, isOpen, isPromised, sideColumns } from './metric-numbers.queries.ts';

type Filter = Omit<z.output<typeof drillDownQuery>, 'fromDate' | 'toDate'>;

export interface DrillDown extends Filter {
  organizationId: number;
  timeZone: string;
  days: AskedDays;
}

/** A page of the requests behind a number, newest first, as JSON text; its total is the number. */
export async function findDrillDown(db: Executor, wanted: DrillDown): Promise<{ page: string; ids: number[] }> {
  const { page = 0, size = 50 } = wanted;
  return sql<{ page: string; ids: number[] }>`
    with hits as materialized (${hitsOf(wanted)}),
    page as (
      select id, row_number() over (order by create_timestamp desc, id desc) as place from hits
      order by create_timestamp desc, id desc limit ${size} offset ${page * size}
    ),
    total as (select count(*) as n from hits)
    select ${requestsPage({ organizationId: wanted.organizationId, page, size })} as page,
      coalesce((select json_agg(page.id order by page.place) from page), '[]'::json) as ids
    from total`.one(db);
}

/** The counted requests; for members and organizations, the latest one each. */
function hitsOf(wanted: DrillDown): RawBuilder<unknown> {
  const { other } = columnsOf(wanted);
  const where = conditionOf(wanted);
  const { per = 'request' } = wanted;
  if (per === 'request') return sql`select r.id, r.create_timestamp from service_requests r where ${where}`;
  const one = per === 'member' ? sql`r.member_id` : other;
  const others = per === 'organization' ? sql`and ${other} <> ${wanted.organizationId}` : sql``;
  return sql`select distinct on (${one}) r.id, r.create_timestamp from service_requests r where ${where} ${others}
    order by ${one}, r.create_timestamp desc, r.id desc`;
}

const measured = {
  'first-response': sql`r.responded_timestamp > r.create_timestamp`,
  completion: sql`r.status = 'COMPLETED' and r.complete_timestamp > r.create_timestamp`,
};

const promises = {
  kept: sql`${isPromised} and ${isKept}`,
  missed: sql`${isPromised} and not ${isKept}`,
};

/** Whether a request is on the side, and the organization on the other one. */
function columnsOf({ side, organizationId }: Pick<DrillDown, 'side' | 'organizationId'>) {
  if (side !== 'both') {
    const { own, other } = sideColumns[side];
    return { own: sql`${own} = ${organizationId}`, other };
  }
  return {
    own: sql`(r.organization_id = ${organizationId} or r.provider_id = ${organizationId})`,
    other: sql`case when r.organization_id = ${organizationId} then r.provider_id else r.organization_id end`,
  };
}

function conditionOf(wanted: DrillDown): RawBuilder<unknown> {
  const { timeZone, days, outcome, promise, reached, serviceId, partnerId } = wanted;
  const { own, other } = columnsOf(wanted);
  const conditions = [
    own,
    withinPeriod('r.create_timestamp', timeZone, { fromDate: days.from, toDate: days.to }),
    ...(wanted.completed ? [sql`r.status = 'COMPLETED'`] : []),
    ...(wanted.open ? [isOpen] : []),
    ...(wanted.measured ? [measured[wanted.measured]] : []),
    ...(outcome ? [sql`r.outcome_code = ${outcome}`] : []),
    ...(promise ? [promises[promise]] : []),
    ...(wanted.secondTry ? [sql`r.follows_id is not null`] : []),
    ...(reached ? [sql`r.furthest_step >= ${statusPath.indexOf(reached) + 1}`] : []),
    ...(serviceId === undefined ? [] : [sql`r.service_id = ${serviceId}`]),
    ...(partnerId === undefined ? [] : [sql`${other} = ${partnerId}`]),
  ];
  return sql.join(conditions, sql` and `);
}

export interface ReportLine {
  id: number;
  at: string;
  type: string;
  memberId: number;
  zipCode: string | null;
  outcome: OutcomeCode | null;
  /** Null without a promise that was kept or missed by now. */
  inTime: boolean | null;
  secondTry: boolean;
}

/** The next requests of a period on one side, oldest first, for reading long reports in pieces. */
export async function findReportLines(
  db: Executor,
  wanted: Pick<DrillDown, 'organizationId' | 'side' | 'timeZone' | 'days'>,
  after: Pick<ReportLine, 'id' | 'at'> | null,
  limit: number,
): Promise<ReportLine[]> {
  const next = after ? sql`and (r.create_timestamp, r.id) > (${after.at}::timestamptz, ${after.id}::bigint)` : sql``;
  return sql<ReportLine>`
    select r.id, to_char(r.create_timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, s.type,
      r.member_id as "memberId", case when ${isErasedFor(wanted.organizationId)} then null when ${readsLastSeen(wanted.organizationId)} then r.provider_patient ->> 'zipCode' else m.zip_code end as "zipCode",
      r.outcome_code as outcome, case when ${isPromised} then ${isKept} end as "inTime",
      r.follows_id is not null as "secondTry"
    from service_requests r join services s on s.id = r.service_id join users m on m.id = r.member_id
    where ${conditionOf(wanted)} ${next}
    order by r.create_timestamp, r.id limit ${limit}`.many(db);
}
