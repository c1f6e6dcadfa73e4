import { Readable } from 'node:stream';
import type { CallName } from '@kinbridge/contract/calls';
import type { Metric } from '@kinbridge/contract/metrics/metrics.contract';
import type { StaffActor } from '../../access/actor.ts';
import { FileAnswer, JsonText, route } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { notFound } from '../../app-error.ts';
import { auditList, auditRead } from '../audit/audit-reads.ts';
import { readDashboard } from './dashboard.ts';
import { findDrillDown } from './drill-down.queries.ts';
import { findOrganizationDays, type OrganizationDays } from './metric-days.queries.ts';
import { askedRange, dashboardRange } from './metric-days.ts';
import { type Counted, findMetric, type MetricSide } from './metric-numbers.queries.ts';
import { metricsCsv } from './metrics-csv.ts';
import { writeReport } from './report.ts';

export const metricRoutes = [
  route('GET /v1/metrics/totalRequestReceived', 'metrics:read', ({ app, actor, query }) =>
    readMetric(app, actor, query, 'incoming', 'requests'),
  ),
  route('GET /v1/metrics/totalRequestSent', 'metrics:read', ({ app, actor, query }) =>
    readMetric(app, actor, query, 'outgoing', 'requests'),
  ),
  route('GET /v1/metrics/membersReferred', 'metrics:read', ({ app, actor, query }) =>
    readMetric(app, actor, query, 'outgoing', 'members'),
  ),
  route('GET /v1/metrics/membersServed', 'metrics:read', ({ app, actor, query }) =>
    readMetric(app, actor, query, 'incoming', 'membersServed'),
  ),
  route('GET /v1/metrics/totalReferredTo', 'metrics:read', ({ app, actor, query }) =>
    readMetric(app, actor, query, 'outgoing', 'organizations'),
  ),
  route('GET /v1/metrics/totalReferralAgencies', 'metrics:read', ({ app, actor, query }) =>
    readMetric(app, actor, query, 'incoming', 'organizations'),
  ),
  route('GET /v1/metrics/totalRequestComplete', 'metrics:read', ({ app, actor, query }) =>
    readMetric(app, actor, query, query.inbound === 'true' ? 'incoming' : 'outgoing', 'completed'),
  ),

  route('GET /v1/organizations/{id}/metrics', 'metrics:read', async ({ app, actor, params, query }) => {
    const days = await daysOf(app, actor, params.id);
    const { period = 'month', toDate } = query;
    const range = dashboardRange(days, period, toDate);
    return readDashboard(app.db, { organizationId: params.id, timeZone: days.timeZone, period, range });
  }),

  route(
    'GET /v1/organizations/{id}/metrics/requests',
    'metrics:read',
    async ({ app, actor, params, query, requestId, sent }) => {
      const days = await daysOf(app, actor, params.id);
      const { fromDate, toDate, ...filter } = query;
      const range = askedRange(days, fromDate, toDate);
      const wanted = { ...filter, organizationId: params.id, timeZone: days.timeZone, days: range };
      const { page, ids: shown } = await findDrillDown(app.db, wanted);
      const entry = { action: 'service-request.list', entityType: 'organization', entityId: params.id };
      const list = { detail: { list: 'metrics' }, asked: sent, shown };
      await auditList(app, { actor, requestId, organizationId: params.id, ...entry, ...list });
      return new JsonText(page);
    },
  ),

  route('GET /v1/organizations/{id}/metrics/report.pdf', 'metrics:read', async ({ app, actor, params, query }) => {
    const days = await daysOf(app, actor, params.id);
    const { period = 'month', toDate } = query;
    const range = dashboardRange(days, period, toDate);
    const dashboard = await readDashboard(app.db, {
      organizationId: params.id,
      timeZone: days.timeZone,
      period,
      range,
    });
    const bytes = await writeReport(app, params.id, days, dashboard);
    return new FileAnswer(bytes, 'application/pdf', reportName(days.name, 'pdf'));
  }),

  route(
    'GET /v1/organizations/{id}/metrics/report.csv',
    'metrics:read',
    async ({ app, actor, params, query, requestId }) => {
      const days = await daysOf(app, actor, params.id);
      const { period = 'month', toDate } = query;
      const range = dashboardRange(days, period, toDate);
      await record(app, actor, 'metrics.export', { from: range.from, to: range.to }, requestId);
      const lines = metricsCsv(app.db, { organizationId: params.id, timeZone: days.timeZone, days: range });
      return new FileAnswer(Readable.from(lines), 'text/csv; charset=utf-8', reportName(days.name, 'csv'));
    },
  ),
] satisfies { name: CallName }[];

/** The organization's calendar; answers the same 404 for other organizations and unknown ones. */
async function daysOf(app: AppContext, actor: StaffActor, organizationId: number): Promise<OrganizationDays> {
  if (organizationId !== actor.organizationId) throw notFound('organization');
  return findOrganizationDays(app.db, organizationId);
}

async function readMetric(
  app: AppContext,
  actor: StaffActor,
  query: { orgId: number; fromDate: string; toDate?: string | undefined },
  side: MetricSide,
  counted: Counted,
): Promise<Metric> {
  const days = await daysOf(app, actor, query.orgId);
  const range = askedRange(days, query.fromDate, query.toDate);
  return findMetric(app.db, { organizationId: query.orgId, side, counted, timeZone: days.timeZone, range });
}

function record(
  app: AppContext,
  actor: StaffActor,
  action: string,
  detail: Record<string, unknown>,
  requestId: string,
): Promise<void> {
  const entry = { action, entityType: 'organization', entityId: actor.organizationId, detail };
  return auditRead(app.db, { actor, requestId, organizationId: actor.organizationId, ...entry });
}

/** Specification §9, without characters that some systems refuse in file names. */
function reportName(organization: string, kind: 'pdf' | 'csv'): string {
  const name = [...organization].filter((char) => char >= ' ' && !'/\\:*?"<>|'.includes(char)).join('');
  return `${name.trim().slice(0, 150) || 'organization'}_metrics_report.${kind}`;
}
