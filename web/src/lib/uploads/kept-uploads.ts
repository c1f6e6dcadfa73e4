import { useSyncExternalStore } from 'react';
import { readDraft, subscribeToDrafts, writeDraft } from '../draft-store.ts';

/** A list that the server is importing, or has imported since the person last looked. */
export interface KeptUpload {
  id: number;
  fileName: string;
}

/** In the tab's storage: the import continues while other pages are open, and a reload finds it. */
export function keptUploads<U extends KeptUpload>(name: string) {
  let cached: { text: string; uploads: readonly U[] } = { text: '', uploads: [] };

  function read(): readonly U[] {
    const text = readDraft(name);
    if (text !== cached.text) cached = { text, uploads: parse(text) };
    return cached.uploads;
  }

  function parse(text: string): readonly U[] {
    try {
      return JSON.parse(text || '[]') as U[];
    } catch {
      return [];
    }
  }

  function write(uploads: readonly U[]): void {
    void writeDraft(name, uploads.length === 0 ? '' : JSON.stringify(uploads));
  }

  return {
    keep: (upload: U) => write([...read(), upload]),
    change: (id: number, change: Partial<U>) =>
      write(read().map((upload) => (upload.id === id ? { ...upload, ...change } : upload))),
    forget: (ids: readonly number[]) => write(read().filter(({ id }) => !ids.includes(id))),
    useKept: () => useSyncExternalStore(subscribeToDrafts, read),
  };
}
