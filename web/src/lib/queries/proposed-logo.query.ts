import { queryOptions } from '@tanstack/react-query';
import { download } from '../other-answers.ts';

const calls = {
  staff: 'GET /v1/organizations/{id}/proposed-image',
  operator: 'GET /v1/operator/organizations/{id}/proposed-image',
} as const;

export type LogoReader = keyof typeof calls;

/** The logo that an organization proposed. Changes that are proposed later have another id, so it never changes. */
export function proposedLogoQuery(reader: LogoReader, organizationId: number, proposalId: number) {
  return queryOptions({
    queryKey: ['proposed-logo', reader, organizationId, proposalId],
    queryFn: ({ signal }) => download(calls[reader], { params: { id: organizationId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
