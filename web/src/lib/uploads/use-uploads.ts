import type { UploadProgress } from '@kinbridge/contract/shared/upload-progress';
import { type QueryKey, useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../api.ts';
import { invalidate } from '../query-client.ts';
import type { KeptUpload } from './kept-uploads.ts';

export const isOver = (upload: UploadProgress | undefined) => upload?.state === 'done' || upload?.state === 'failed';

const pollMs = 600;

interface UploadKind<U, P> {
  key: string;
  loadProgress: (upload: U, signal: AbortSignal) => Promise<P>;
  /** What is refetched when one is done. */
  changes: readonly QueryKey[];
  forget: (ids: readonly number[]) => void;
}

/** The uploads with their progress. When one is done, the lists on the screen are refetched. */
export function useUploads<U extends KeptUpload, P extends UploadProgress>(
  uploads: readonly U[],
  { key, loadProgress, changes, forget }: UploadKind<U, P>,
): (U & { upload: P | undefined })[] {
  const answers = useQueries({
    queries: uploads.map((upload) => ({
      queryKey: [key, upload.id],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadProgress(upload, signal),
      refetchInterval: ({ state }: { state: { data: P | undefined } }) => (isOver(state.data) ? false : pollMs),
      staleTime: 0,
    })),
  });
  const doneIds = uploads.filter((_, place) => answers[place]?.data?.state === 'done').map(({ id }) => id);
  const absentIds = uploads.filter((_, place) => isAbsent(answers[place]?.error)).map(({ id }) => id);

  const done = doneIds.join(',');
  useEffect(() => {
    if (done === '') return;
    for (const queryKey of changes) void invalidate(queryKey);
  }, [changes, done]);

  const absent = absentIds.join(',');
  useEffect(() => {
    if (absent !== '') forget(absent.split(',').map(Number));
  }, [absent, forget]);

  return uploads.map((upload, place) => ({ ...upload, upload: answers[place]?.data }));
}

function isAbsent(error: Error | null | undefined): boolean {
  return error instanceof ApiError && error.status === 404;
}
