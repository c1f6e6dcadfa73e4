import { type OperatorKind, operatorKinds } from '@kinbridge/contract/happenings';
import { keepPreviousData } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api.ts';
import { download } from '../../../lib/other-answers.ts';

/** The log's filters; blank values mean all. */
export interface LogFilter {
  actorId: string;
  kind: OperatorKind | 'Changes' | 'Everything';
  fromDate: string;
  toDate: string;
}

/** Views outnumber changes, so the log opens on the changes. */
export const firstFilter: LogFilter = { actorId: '', kind: 'Changes', fromDate: '', toDate: '' };

export const kindChoices: LogFilter['kind'][] = [
  'Changes',
  'Everything',
  ...(Object.keys(operatorKinds) as OperatorKind[]),
];

const { Views: _, ...changes } = operatorKinds;

function actionsOf(kind: LogFilter['kind']) {
  if (kind === 'Everything') return {};
  return { action: (kind === 'Changes' ? Object.values(changes).flat() : operatorKinds[kind]).join(',') };
}

/** Days are those of the browser, as the log shows its times. */
export function toQuery({ actorId, kind, fromDate, toDate }: LogFilter) {
  return {
    ...(actorId && { actorId }),
    ...actionsOf(kind),
    ...(fromDate && { fromDate: new Date(`${fromDate}T00:00`).toISOString() }),
    ...(toDate && { toDate: new Date(`${toDate}T23:59:59.999`).toISOString() }),
  };
}

export function operatorLogQuery(filter: LogFilter, page: number, size: number) {
  return callQuery(['operator', 'log', filter, page, size], 'GET /v1/operator/log', {
    query: { ...toQuery(filter), page, size },
    placeholderData: keepPreviousData,
    // People who open the log want to see the latest entries.
    staleTime: 0,
  });
}

export function downloadOperatorLog(filter: LogFilter): Promise<Blob> {
  return download('GET /v1/operator/log/csv', { query: toQuery(filter) });
}
