import { call } from '../../../lib/api.ts';
import { useUploads } from '../../../lib/uploads/use-uploads.ts';
import { membersKey } from '../members.api.ts';
import { forgetUploads, type KeptUpload, useKeptUploads } from './kept-uploads.ts';

const kind = {
  key: 'member-uploads',
  loadProgress: ({ id }: KeptUpload, signal: AbortSignal) => call('GET /v1/uploads/{id}', { params: { id }, signal }),
  changes: [membersKey, ['service-requests']],
  forget: forgetUploads,
};

/** The uploads with their progress. */
export function useMemberUploads() {
  return useUploads(useKeptUploads(), kind);
}
