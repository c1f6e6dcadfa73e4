import { type MetricPeriod, metricPeriods } from '@kinbridge/contract/metrics/metric-periods';
import { type OutcomeCode, outcomeCodes } from '@kinbridge/contract/service-requests/outcomes';
import { type BoardStatus, boardStatuses } from '@kinbridge/contract/service-requests/service-request-status';
import { useSearchParams } from 'react-router';

/** Which requests a number is about: side, days, ids of services and organizations, but nothing about a person. */
export interface ListFilter {
  side: 'outgoing' | 'incoming' | 'both';
  from: string;
  to: string;
  per?: 'member' | 'organization';
  completed?: 'true';
  open?: 'true';
  measured?: 'first-response' | 'completion';
  outcome?: OutcomeCode;
  promise?: 'kept' | 'missed';
  secondTry?: 'true';
  reached?: BoardStatus;
  serviceId?: string;
  partnerId?: string;
}

function readPeriod(params: URLSearchParams): MetricPeriod {
  return metricPeriods.find((period) => period === params.get('period')) ?? 'month';
}

/** The dashboard's period, from the URL. */
export function usePeriod(): [MetricPeriod, (period: MetricPeriod) => void] {
  const [params, setParams] = useSearchParams();
  return [readPeriod(params), (period) => setParams({ period }, { replace: true, preventScrollReset: true })];
}

/** The page with the requests behind a number; it leads back to the same period. */
export function listUrl(filter: ListFilter, period: MetricPeriod): string {
  return `/metrics-dashboard/requests?${new URLSearchParams({ ...filter, period })}`;
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const id = /^[1-9]\d{0,14}$/;

/** The filter in the URL, or null if it is incomplete. */
export function readListUrl(params: URLSearchParams): { filter: ListFilter; period: MetricPeriod } | null {
  const from = params.get('from') ?? '';
  const to = params.get('to') ?? '';
  const side = oneOf(['outgoing', 'incoming', 'both'] as const, params.get('side'));
  if (!side || !day.test(from) || !day.test(to)) return null;
  const per = oneOf(['member', 'organization'] as const, params.get('per'));
  const measured = oneOf(['first-response', 'completion'] as const, params.get('measured'));
  const outcome = oneOf(outcomeCodes, params.get('outcome'));
  const promise = oneOf(['kept', 'missed'] as const, params.get('promise'));
  const reached = oneOf(boardStatuses, params.get('reached'));
  const serviceId = params.get('serviceId') ?? '';
  const partnerId = params.get('partnerId') ?? '';
  return {
    period: readPeriod(params),
    filter: {
      side,
      from,
      to,
      ...(per && { per }),
      ...(params.get('completed') === 'true' && { completed: 'true' as const }),
      ...(params.get('open') === 'true' && { open: 'true' as const }),
      ...(measured && { measured }),
      ...(outcome && { outcome }),
      ...(promise && { promise }),
      ...(params.get('secondTry') === 'true' && { secondTry: 'true' as const }),
      ...(reached && { reached }),
      ...(id.test(serviceId) && { serviceId }),
      ...(id.test(partnerId) && { partnerId }),
    },
  };
}

function oneOf<T extends string>(words: readonly T[], given: string | null): T | undefined {
  return words.find((word) => word === given);
}
