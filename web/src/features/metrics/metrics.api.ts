import type { MetricPeriod } from '@kinbridge/contract/metrics/metric-periods';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerTo, call } from '../../lib/api.ts';
import type { ListFilter } from './metrics-url.ts';

/** Everything on the dashboard in one call. It covers months, so it may be a minute old. */
export function dashboardQuery(organizationId: number, period: MetricPeriod) {
  return queryOptions({
    queryKey: ['metrics', organizationId, period] as const,
    queryFn: ({ signal }) =>
      call('GET /v1/organizations/{id}/metrics', { params: { id: String(organizationId) }, query: { period }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** The requests behind a number. Cached under the key of requests, so that live updates refresh them. */
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

/** The report as a file, with the server's file name. */
export async function downloadReport(kind: keyof typeof reports, organizationId: number, period: MetricPeriod) {
  const response = await answerTo(reports[kind], { params: { id: String(organizationId) }, query: { period } });
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { file: await response.blob(), name: name ? decodeURIComponent(name) : `metrics_report.${kind}` };
}
