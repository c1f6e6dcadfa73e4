import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call, download } from '../../lib/api.ts';
import { uploadFile } from '../../lib/upload.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export function memberFilesQuery(memberId: number) {
  return queryOptions({
    queryKey: ['documents', memberId] as const,
    queryFn: ({ signal }) => call('GET /v1/users/{userId}/documents', { params: { userId: String(memberId) }, signal }),
  });
}

const pathOf = (memberId: number, id: number) => ({ params: { userId: String(memberId), id: String(id) } });

export function downloadMemberFile(memberId: number, id: number): Promise<Blob> {
  return download('GET /v1/users/{userId}/documents/{id}', pathOf(memberId, id));
}

export interface FileSending {
  file: File;
  idempotencyKey: string;
  signal: AbortSignal;
  onProgress: (sent: number) => void;
}

export function uploadMemberFile(memberId: number, sending: FileSending) {
  const params = { userId: String(memberId) };
  return uploadFile('POST /v1/users/{userId}/documents', { params, part: 'files', ...sending });
}

export function useDeleteMemberFile(memberId: number) {
  const client = useQueryClient();
  return useMutation({
    about: (id) => id,
    mutationFn: (id: number) => call('DELETE /v1/users/{userId}/documents/{id}', pathOf(memberId, id)),
    onSettled: () => client.invalidateQueries(memberFilesQuery(memberId)),
  });
}
