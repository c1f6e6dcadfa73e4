import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { invalidate } from '../../lib/query-client.ts';
import { memberFilesQuery, uploadMemberFile } from './member-files.api.ts';

export interface FileUpload {
  /** The same for every try, so that a retry after a lost response creates no second file. */
  key: string;
  file: File;
  /** A refused file would be refused again; a failed one can be retried. */
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'refused';
  sent: number;
  problem: string;
  byNetwork: boolean;
}

/** More uploads in parallel would only slow each of them down. */
const maxParallel = 2;

/** The files in the upload dialog, each uploaded separately. */
export function useFileUploads(memberId: number) {
  const [uploads, setUploads] = useState<FileUpload[]>([]);
  const current = useRef(uploads);
  const controllers = useRef(new Map<string, AbortController>());
  // People who leave have confirmed it, so running uploads are aborted.
  useEffect(() => () => stopAll(controllers.current), []);

  function write(next: FileUpload[]) {
    current.current = next;
    setUploads(next);
  }

  function change(key: string, to: Partial<FileUpload>) {
    write(current.current.map((upload) => (upload.key === key ? { ...upload, ...to } : upload)));
  }

  async function send({ key, file }: FileUpload) {
    const controller = new AbortController();
    controllers.current.set(key, controller);
    change(key, { state: 'sending', sent: 0, problem: '' });
    const onProgress = (sent: number) => change(key, { sent });
    try {
      await uploadMemberFile(memberId, { file, idempotencyKey: key, signal: controller.signal, onProgress });
      change(key, { state: 'done', sent: file.size });
      void invalidate(memberFilesQuery(memberId).queryKey);
    } catch (error) {
      if (controller.signal.aborted) return;
      const byNetwork = error instanceof ApiError && error.status === 0;
      const refused = error instanceof ApiError && error.body.code === 'file_infected';
      change(key, { state: refused ? 'refused' : 'failed', problem: (error as Error).message, byNetwork });
    } finally {
      controllers.current.delete(key);
    }
  }

  /** Sends waiting files, a few at a time; files added later wait for the next start. */
  async function start() {
    const queue = current.current.filter(({ state }) => state === 'waiting' || state === 'failed');
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        if (current.current.some(({ key }) => key === next?.key)) await send(next);
      }
    };
    await Promise.all(Array.from({ length: maxParallel }, work));
    return current.current;
  }

  return {
    uploads,
    start,
    retry: send,
    add(files: File[]) {
      const added = files.map((file) => ({
        key: newIdempotencyKey(),
        file,
        state: 'waiting' as const,
        sent: 0,
        problem: '',
        byNetwork: false,
      }));
      write([...current.current, ...added]);
    },
    /** Removes a file from the list; a running upload is aborted. */
    remove(key: string) {
      controllers.current.get(key)?.abort();
      write(current.current.filter((upload) => upload.key !== key));
    },
  };
}

function stopAll(controllers: Map<string, AbortController>): void {
  for (const controller of controllers.values()) controller.abort();
}
