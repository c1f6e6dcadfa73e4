import type { MetricRange } from '@kinbridge/contract/metrics/metric-periods';
import { percentOf } from '@kinbridge/contract/metrics/metric-periods';
import type { OutcomeNumbers } from '@kinbridge/contract/metrics/metrics.contract';
import { type OutcomeCode, outcomeCodes } from '@kinbridge/contract/service-requests/outcomes';
import type { Executor } from '../../db/database.ts';
import { endOfDay, startOfDay } from '../../db/day-period.ts';
import { sql } from '../../db/sql.ts';
import { isKept, isPromised, type MetricSide, sideColumns } from './metric-numbers.queries.ts';

interface OutcomesWanted {
  organizationId: number;
  timeZone: string;
  range: MetricRange;
}

interface Counted {
  codes: { side: MetricSide; code: OutcomeCode; n: number }[];
  promises: { side: MetricSide; current: boolean; promised: number; kept: number }[];
  helped: OutcomeNumbers['peopleHelped'];
  helpedAfterSecondTry: OutcomeNumbers['peopleHelped'];
}

/** How the requests of a period ended. Reads each side once, from its index alone. */
export async function findOutcomes(db: Executor, wanted: OutcomesWanted): Promise<OutcomeNumbers> {
  const { codes, promises, helped, helpedAfterSecondTry } = await sql<Counted>`
    -- Requests that helped are kept apart by member, the others only counted.
    with groups as materialized (
      select side, current, outcome_code, promised, kept, follows, helped_id, count(*) as n
      from (${sideOf('outgoing', wanted)} union all ${sideOf('incoming', wanted)}) r
      group by side, current, outcome_code, promised, kept, follows, helped_id
    )
    select
      (select coalesce(json_agg(json_build_object('side', side, 'code', outcome_code, 'n', n)), '[]'::json) from (
        select side, outcome_code, sum(n)::bigint as n from groups where current and outcome_code is not null
        group by side, outcome_code) c) as codes,
      (select coalesce(json_agg(json_build_object('side', side, 'current', current, 'promised', n, 'kept', kept)), '[]'::json)
        from (select side, current, sum(n)::bigint as n, coalesce(sum(n) filter (where kept), 0)::bigint as kept
          from groups where promised group by side, current) p) as promises,
      (${members(sql`helped_id is not null`)}) as helped,
      (${members(sql`helped_id is not null and side = 'outgoing' and follows`)}) as "helpedAfterSecondTry"`.one(db);
  const countsOf = (side: MetricSide) =>
    Object.fromEntries(
      outcomeCodes.map((code) => [code, codes.find((row) => row.side === side && row.code === code)?.n ?? 0]),
    ) as OutcomeNumbers['sent'];
  const shareOf = (side: MetricSide, current: boolean) => {
    const row = promises.find((one) => one.side === side && one.current === current);
    return percentOf(row?.kept ?? 0, row?.promised ?? 0);
  };
  return {
    sent: countsOf('outgoing'),
    received: countsOf('incoming'),
    withinPromise: {
      sent: shareOf('outgoing', true),
      received: shareOf('incoming', true),
      previousSent: shareOf('outgoing', false),
      previousReceived: shareOf('incoming', false),
    },
    peopleHelped: helped,
    helpedAfterSecondTry,
  };
}

function sideOf(side: MetricSide, { organizationId, timeZone, range }: OutcomesWanted) {
  return sql`
    select ${side}::text as side, r.create_timestamp >= (select ${startOfDay(range.from, timeZone)}) as current,
      r.outcome_code, ${isPromised} as promised, ${isKept} as kept,
      r.follows_id is not null as follows, case when r.outcome_code = 'HELPED' then r.member_id end as helped_id
    from service_requests r
    where ${sideColumns[side].own} = ${organizationId}
      and r.create_timestamp >= (select ${startOfDay(range.previousFrom, timeZone)})
      and r.create_timestamp < (select ${endOfDay(range.to, timeZone)})`;
}

/** Different members in both periods. */
function members(where: ReturnType<typeof sql>) {
  return sql`select json_build_object('value', count(*) filter (where current), 'previousValue', count(*) filter (where previous))
    from (select bool_or(current) as current, bool_or(not current) as previous from groups where ${where}
      group by helped_id) m`;
}
