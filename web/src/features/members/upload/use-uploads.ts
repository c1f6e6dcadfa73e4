import type { Upload } from '@kinbridge/contract/members/member-uploads.contract';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { membersKey } from '../members.api.ts';
import { forgetUploads, type KeptUpload } from './kept-uploads.ts';
import { uploadQuery } from './uploads.api.ts';

/** The uploads with their progress. When one is done, the lists on the screen are refetched. */
export function useUploads(uploads: readonly KeptUpload[]): (KeptUpload & { upload: Upload | undefined })[] {
  const client = useQueryClient();
  const answers = useQueries({ queries: uploads.map(({ id }) => uploadQuery(id)) });
  const doneIds = uploads.filter((_, place) => answers[place]?.data?.state === 'done').map(({ id }) => id);
  const absentIds = uploads.filter((_, place) => isAbsent(answers[place]?.error)).map(({ id }) => id);

  const done = doneIds.join(',');
  useEffect(() => {
    if (done === '') return;
    void client.invalidateQueries({ queryKey: membersKey });
    void client.invalidateQueries({ queryKey: ['service-requests'] });
  }, [client, done]);

  const absent = absentIds.join(',');
  useEffect(() => {
    if (absent !== '') forgetUploads(absent.split(',').map(Number));
  }, [absent]);

  return uploads.map((upload, place) => ({ ...upload, upload: answers[place]?.data }));
}

function isAbsent(error: Error | null | undefined): boolean {
  return error instanceof ApiError && error.status === 404;
}
