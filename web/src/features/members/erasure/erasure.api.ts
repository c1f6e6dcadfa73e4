import type { ErasureKind } from '@kinbridge/contract/erasure/erasure.contract';
import { useQuery } from '@tanstack/react-query';
import { call, callQuery } from '../../../lib/api.ts';
import { download } from '../../../lib/other-answers.ts';
import { erasedMemberKey } from '../../../lib/queries/user.query.ts';
import { invalidate } from '../../../lib/query-client.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

/** Always fresh, since it says what will be deleted. */
export function erasureQuery(memberId: number) {
  return callQuery(['erasure', memberId], 'GET /v1/users/{id}/erasure', {
    params: { id: memberId },
    gcTime: 0,
    staleTime: 0,
  });
}

export function useEraseMember(memberId: number) {
  return useMutation({
    mutationFn: (body: { name: string; kind: ErasureKind }) =>
      call('POST /v1/users/{id}/erasure', { params: { id: memberId }, body }),
    // After a refusal too: another organization may see the member by now.
    onError: () => invalidate(['erasure', memberId]),
  });
}

/** True once a live update said that somebody erased the member. */
export function useIsErased(memberId: number): boolean {
  const { data } = useQuery({ queryKey: erasedMemberKey(memberId), queryFn: () => false, enabled: false });
  return data === true;
}

const downloads = { json: 'GET /v1/users/{id}/export.json', pdf: 'GET /v1/users/{id}/export.pdf' } as const;
export type DownloadFormat = keyof typeof downloads;

export function downloadMember(format: DownloadFormat, memberId: number): Promise<Blob> {
  return download(downloads[format], { params: { id: memberId } });
}
