import { call, callQuery } from '../../lib/api.ts';
import { download } from '../../lib/other-answers.ts';
import { invalidate } from '../../lib/query-client.ts';
import { uploadFile } from '../../lib/upload.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export function memberFilesQuery(memberId: number) {
  return callQuery(['documents', memberId], 'GET /v1/users/{userId}/documents', { params: { userId: memberId } });
}

const pathOf = (memberId: number, id: number) => ({ params: { userId: memberId, id } });

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
  const params = { userId: memberId };
  return uploadFile('POST /v1/users/{userId}/documents', { params, part: 'files', ...sending });
}

export function useDeleteMemberFile(memberId: number) {
  return useMutation({
    about: (id) => id,
    mutationFn: (id: number) => call('DELETE /v1/users/{userId}/documents/{id}', pathOf(memberId, id)),
    onSettled: () => invalidate(memberFilesQuery(memberId).queryKey),
  });
}
