import { type MetricPeriod, type MetricRange, percentOf, trendDays } from '@kinbridge/contract/metrics/metric-periods';
import type { Dashboard, DashboardService } from '@kinbridge/contract/metrics/metrics.contract';
import { statusPath } from '@kinbridge/contract/service-requests/service-request-status';
import type { Database } from '../../db/database.ts';
import { findOwnServices, findSideNumbers, type OwnService, type SideNumbers } from './dashboard.queries.ts';
import { withWorkMem } from './metric-numbers.queries.ts';
import { findOutcomes } from './outcomes.queries.ts';
import { findSideTimes } from './response-times.queries.ts';

/** The dashboard for one period, compared with the previous one. */
export async function readDashboard(
  db: Database,
  wanted: { organizationId: number; timeZone: string; period: MetricPeriod; range: MetricRange },
): Promise<Dashboard> {
  const { organizationId, timeZone, period, range } = wanted;
  const before = trendDays(period, range.previousFrom, range.previousTo).slice(0, -1);
  const days = trendDays(period, range.from, range.to);
  const periods = { organizationId, timeZone, days: [...before, ...days] };
  // Balances two connections: the numbers of one side with the cheaper times of the other.
  const [one, two, outcomes, services] = await Promise.all([
    withWorkMem(db, async (tx) => ({
      sent: await findSideNumbers(tx, 'outgoing', periods),
      receivedTimes: await findSideTimes(tx, 'incoming', wanted),
    })),
    withWorkMem(db, async (tx) => ({
      received: await findSideNumbers(tx, 'incoming', periods),
      sentTimes: await findSideTimes(tx, 'outgoing', wanted),
    })),
    withWorkMem(db, (tx) => findOutcomes(tx, wanted)),
    findOwnServices(db, organizationId),
  ]);
  const { sent, receivedTimes } = one;
  const { received, sentTimes } = two;
  const count = before.length;
  const ofSent = seriesOf(sent, count);
  const ofReceived = seriesOf(received, count);
  const numbers = {
    sent: added(ofSent.total),
    sentCompleted: added(ofSent.completed),
    received: added(ofReceived.total),
    receivedCompleted: added(ofReceived.completed),
  };
  const sentOpen = totalsOf(added(ofSent.open));
  const receivedOpen = totalsOf(added(ofReceived.open));
  return {
    period,
    ...range,
    trendDays: days.slice(0, -1),
    previousTrendDays: before,
    ...numbers,
    sentOpen,
    receivedOpen,
    membersReferred: { value: sent.members, previousValue: sent.previousMembers, ...ofSent.members },
    membersServed: { value: received.members, previousValue: received.previousMembers, ...ofReceived.members },
    agenciesReferredTo: { value: sent.partners, previousValue: sent.previousPartners },
    referringAgencies: { value: received.partners, previousValue: received.previousPartners },
    conversion: {
      sent: rateOf(numbers.sentCompleted, numbers.sent, sentOpen),
      received: rateOf(numbers.receivedCompleted, numbers.received, receivedOpen),
    },
    programming: programmingOf(services, received),
    funnel: statusPath.map((status, index) => ({ status, count: received.funnel[index] ?? 0 })),
    sentTimes,
    receivedTimes,
    outcomes,
  };
}

type Series = Pick<Dashboard['sent'], 'trend' | 'previousTrend'>;
type Compared = Dashboard['agenciesReferredTo'];

/** The points in order, zero if empty. They are numbered from 1, the previous period first. */
function seriesOf({ points }: SideNumbers, count: number) {
  const byPoint = new Map(points.map((point) => [point.point, point]));
  const series = (name: 'total' | 'completed' | 'open' | 'members'): Series => {
    const all = Array.from({ length: 2 * count }, (_, index) => byPoint.get(index + 1)?.[name] ?? 0);
    return { trend: all.slice(count), previousTrend: all.slice(0, count) };
  };
  return { total: series('total'), completed: series('completed'), open: series('open'), members: series('members') };
}

function added({ trend, previousTrend }: Series): Dashboard['sent'] {
  const sum = (list: number[]) => list.reduce((total, value) => total + value, 0);
  return { value: sum(trend), previousValue: sum(previousTrend), trend, previousTrend };
}

function totalsOf({ value, previousValue }: Compared): Compared {
  return { value, previousValue };
}

function rateOf(completed: Compared, all: Compared, open: Compared): Dashboard['conversion']['sent'] {
  return {
    value: percentOf(completed.value, all.value),
    previousValue: percentOf(completed.previousValue, all.previousValue),
    closedValue: percentOf(completed.value, all.value - open.value),
    previousClosedValue: percentOf(completed.previousValue, all.previousValue - open.previousValue),
  };
}

/** One row per service; a deleted one stays while the period has requests for it. */
function programmingOf(services: OwnService[], { services: numbers }: SideNumbers): DashboardService[] {
  const byId = new Map(numbers.map((row) => [row.serviceId, row]));
  return services
    .filter(({ id, deleted }) => !deleted || (byId.get(id)?.totalCount ?? 0) > 0)
    .map(({ id, name, type }) => {
      const row = byId.get(id);
      return {
        service: { id, name, type },
        completedCount: row?.completedCount ?? 0,
        totalCount: row?.totalCount ?? 0,
        previousTotalCount: row?.previousTotalCount ?? 0,
        membersServed: row?.membersServed ?? 0,
      };
    })
    .sort((a, b) => b.totalCount - a.totalCount || a.service.name.localeCompare(b.service.name));
}
