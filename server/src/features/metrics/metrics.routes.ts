import { Readable } from 'node:stream';
import type { CallName } from '@kinbridge/contract/calls';
import type { MetricPeriod } from '@kinbridge/contract/metrics/metric-periods';
import type { Metric } from '@kinbridge/contract/metrics/metrics.contract';
import type { StaffCaller } from '../../access/caller.ts';
import { FileAnswer, JsonText, organizationRoute } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { chooseReadDatabase } from '../../records/audit/replica-state.queries.ts';
import { readDashboard } from './dashboard.ts';
import { findDrillDown } from './drill-down.queries.ts';
import { askedRange, dashboardRange, findOrganizationDays } from './metric-days.queries.ts';
import { type Counted, findMetric, type MetricSide, withWorkMem } from './metric-numbers.queries.ts';
import { metricsCsv } from './metrics-csv.ts';
import { findOutcomes } from './outcomes.queries.ts';
import { writeReport } from './report.ts';

export const metricRoutes = [
  organizationRoute(
    'GET /v1/metrics/totalRequestReceived',
    'metrics:read',
    'query.orgId',
    metric('incoming', 'requests'),
  ),
  organizationRoute('GET /v1/metrics/totalRequestSent', 'metrics:read', 'query.orgId', metric('outgoing', 'requests')),
  organizationRoute('GET /v1/metrics/membersReferred', 'metrics:read', 'query.orgId', metric('outgoing', 'members')),
  organizationRoute(
    'GET /v1/metrics/membersServed',
    'metrics:read',
    'query.orgId',
    metric('incoming', 'membersServed'),
  ),
  organizationRoute(
    'GET /v1/metrics/totalReferredTo',
    'metrics:read',
    'query.orgId',
    metric('outgoing', 'organizations'),
  ),
  organizationRoute(
    'GET /v1/metrics/totalReferralAgencies',
    'metrics:read',
    'query.orgId',
    metric('incoming', 'organizations'),
  ),
  organizationRoute('GET /v1/metrics/totalRequestComplete', 'metrics:read', 'query.orgId', (input) =>
    readMetric(input, input.query.inbound === 'true' ? 'incoming' : 'outgoing', 'completed'),
  ),

  organizationRoute('GET /v1/metrics/outcomes', 'metrics:read', 'query.orgId', async ({ app, caller, query }) => {
    const days = await findOrganizationDays(app.db, query.orgId);
    const range = askedRange(days, query.fromDate, query.toDate);
    const db = await chooseReadDatabase(app, caller);
    const wanted = { organizationId: query.orgId, timeZone: days.timeZone, range };
    return { ...range, ...(await withWorkMem(db, (tx) => findOutcomes(tx, wanted))) };
  }),

  organizationRoute('GET /v1/organizations/{id}/metrics', 'metrics:read', 'params.id', async (input) => {
    const { dashboard } = await findDashboard(input);
    return dashboard;
  }),

  organizationRoute(
    'GET /v1/organizations/{id}/metrics/requests',
    'metrics:read',
    'params.id',
    async ({ app, caller, params, query, recordList }) => {
      const days = await findOrganizationDays(app.db, params.id);
      const { fromDate, toDate, ...filter } = query;
      const range = askedRange(days, fromDate, toDate);
      const wanted = { ...filter, organizationId: params.id, timeZone: days.timeZone, days: range };
      const { page, ids: shown } = await findDrillDown(await chooseReadDatabase(app, caller), wanted);
      await recordList('service-request.list', params.id, { shown, detail: { list: 'metrics' } });
      return new JsonText(page);
    },
  ),

  organizationRoute('GET /v1/organizations/{id}/metrics/report.pdf', 'metrics:read', 'params.id', async (input) => {
    const { days, dashboard } = await findDashboard(input);
    const bytes = await writeReport(input.app, input.params.id, days, dashboard);
    return new FileAnswer(bytes, 'application/pdf', reportName(days.name, 'pdf'));
  }),

  organizationRoute(
    'GET /v1/organizations/{id}/metrics/report.csv',
    'metrics:read',
    'params.id',
    async ({ app, caller, params, query, recordRead }) => {
      const days = await findOrganizationDays(app.db, params.id);
      const { period = 'month', toDate } = query;
      const range = dashboardRange(days, period, toDate);
      await recordRead('metrics.export', params.id, { from: range.from, to: range.to });
      const db = await chooseReadDatabase(app, caller);
      const lines = metricsCsv(db, { organizationId: params.id, timeZone: days.timeZone, days: range });
      return new FileAnswer(Readable.from(lines), 'text/csv; charset=utf-8', reportName(days.name, 'csv'));
    },
  ),
] satisfies { name: CallName }[];

interface MetricInput {
  app: AppContext;
  caller: StaffCaller;
  query: { orgId: number; fromDate: string; toDate?: string | undefined };
}

function metric(side: MetricSide, counted: Counted) {
  return (input: MetricInput) => readMetric(input, side, counted);
}

async function readMetric({ app, caller, query }: MetricInput, side: MetricSide, counted: Counted): Promise<Metric> {
  const days = await findOrganizationDays(app.db, query.orgId);
  const range = askedRange(days, query.fromDate, query.toDate);
  const db = await chooseReadDatabase(app, caller);
  return findMetric(db, { organizationId: query.orgId, side, counted, timeZone: days.timeZone, range });
}

interface DashboardInput {
  app: AppContext;
  caller: StaffCaller;
  params: { id: number };
  query: { period?: MetricPeriod | undefined; toDate?: string | undefined };
}

async function findDashboard({ app, caller, params: { id: organizationId }, query }: DashboardInput) {
  const days = await findOrganizationDays(app.db, organizationId);
  const { period = 'month', toDate } = query;
  const range = dashboardRange(days, period, toDate);
  const db = await chooseReadDatabase(app, caller);
  return { days, dashboard: await readDashboard(db, { organizationId, timeZone: days.timeZone, period, range }) };
}

/** Specification §9, without characters that some systems refuse in file names. */
function reportName(organization: string, kind: 'pdf' | 'csv'): string {
  const name = [...organization].filter((char) => char >= ' ' && !'/\\:*?"<>|'.includes(char)).join('');
  return `${name.trim().slice(0, 150) || 'organization'}_metrics_report.${kind}`;
}
