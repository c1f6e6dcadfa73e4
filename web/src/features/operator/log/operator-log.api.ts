import { type OperatorKind, operatorKinds } from '@kinbridge/contract/operator/operator-actions';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The log's filters; a blank person means anyone. */
export interface LogFilter {
  actorId: string;
  kind: OperatorKind | 'Changes' | 'Everything';
}

/** Views outnumber changes, so the log opens on the changes. */
export const firstFilter: LogFilter = { actorId: '', kind: 'Changes' };

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

export function operatorLogQuery({ actorId, kind }: LogFilter, page: number, size: number) {
  return queryOptions({
    queryKey: ['operator', 'log', actorId, kind, page, size],
    queryFn: ({ signal }) =>
      call('GET /v1/operator/log', {
        query: { ...(actorId && { actorId }), ...actionsOf(kind), page: String(page), size: String(size) },
        signal,
      }),
    placeholderData: keepPreviousData,
    // People who open the log want to see the latest entries.
    staleTime: 0,
  });
}
