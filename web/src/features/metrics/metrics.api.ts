import type { MetricPeriod } from '@kinbridge/contract/metrics/metric-periods';
import { keepPreviousData } from '@tanstack/react-query';
import { callQuery } from '../../lib/api.ts';
import { downloadNamed } from '../../lib/other-answers.ts';
import type { ListFilter } from './metrics-url.ts';

/** Everything on the dashboard in one call. It covers months, so it may be a minute old. */
export function dashboardQuery(organizationId: number, period: MetricPeriod) {
  return callQuery(['metrics', organizationId, period], 'GET /v1/organizations/{id}/metrics', {
    params: { id: organizationId },
    query: { period },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** The requests behind a number. Cached under the key of requests, so that live updates refresh them. */
export function listQuery(organizationId: number, filter: ListFilter, page: number, size: number) {
  const { from, to, ...rest } = filter;
  const key = ['service-requests', 'metrics', organizationId, filter, page, size];
  return callQuery(key, 'GET /v1/organizations/{id}/metrics/requests', {
    params: { id: organizationId },
    query: { ...rest, fromDate: from, toDate: to, page, size },
    placeholderData: keepPreviousData,
  });
}

const reports = {
  pdf: 'GET /v1/organizations/{id}/metrics/report.pdf',
  csv: 'GET /v1/organizations/{id}/metrics/report.csv',
} as const;

/** The report as a file, with the server's file name. */
export function downloadReport(kind: keyof typeof reports, organizationId: number, period: MetricPeriod) {
  const input = { params: { id: organizationId }, query: { period } };
  return downloadNamed(`metrics_report.${kind}`, reports[kind], input);
}
