import type { MetricPeriod } from '@kinbridge/contract/metrics/metric-periods';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerTo, call } from '../../lib/api.ts';
import type { ListFilter } from './metrics-url.ts';

/** Everything on the dashboard in one call. Numbers of months may be a minute old. */
export function dashboardQuery(organizationId: number, period: MetricPeriod) {
  return queryOptions({
    queryKey: ['metrics', organizationId, period] as const,
    queryFn: ({ signal }) =>
      call('GET /v1/organizations/{id}/metrics', { params: { id: String(organizationId) }, query: { period }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** The requests behind a number. They stand under the key of requests, and so follow what happens to them. */
export function listQuery(organizationId: number, filter: ListFilter, page: number, size: number) {
  return queryOptions({
    queryKey: ['service-requests', 'metrics', organizationId, filter, page, size] as const,
    queryFn: ({ signal }) => {
      const { from, to, ...rest } = filter;
      return call('GET /v1/organizations/{id}/metrics/requests', {
        params: { id: String(organizationId) },
        query: { ...rest, fromDate: from, toDate: to, page: String(page), size: String(size) },
        signal,
      });
    },
    placeholderData: keepPreviousData,
  });
}

const reports = {
  pdf: 'GET /v1/organizations/{id}/metrics/report.pdf',
  csv: 'GET /v1/organizations/{id}/metrics/report.csv',
} as const;

/** The report as a file, under the name that the server gives it. */
export async function downloadReport(kind: keyof typeof reports, organizationId: number, period: MetricPeriod) {
  const response = await answerTo(reports[kind], { params: { id: String(organizationId) }, query: { period } });
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { file: await response.blob(), name: name ? decodeURIComponent(name) : `metrics_report.${kind}` };
}
