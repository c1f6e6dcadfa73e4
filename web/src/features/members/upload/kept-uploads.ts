import { useSyncExternalStore } from 'react';
import { readDraft, subscribeToDrafts, writeDraft } from '../../../lib/draft-store.ts';
import type { RowAnswer } from './undecided.ts';
import type { ListUpload } from './uploads.api.ts';

/** A list that the server is importing, or has imported since the person last looked. */
export interface KeptUpload {
  id: number;
  fileName: string;
  /** What was chosen besides the file, for rows that are sent again. */
  wanted?: Omit<ListUpload, 'file'>;
  /** What staff said of rows that may be members, by row, until the rows are sent. */
  decided?: Record<number, RowAnswer>;
  /** The rows that were sent again. */
  sent?: number[];
}

/** In the tab's storage: the import continues while other pages are open, and a reload finds it. */
const name = 'member-uploads';
let cached: { text: string; uploads: readonly KeptUpload[] } = { text: '', uploads: [] };

function read(): readonly KeptUpload[] {
  const text = readDraft(name);
  if (text !== cached.text) cached = { text, uploads: parse(text) };
  return cached.uploads;
}

function parse(text: string): readonly KeptUpload[] {
  try {
    return JSON.parse(text || '[]') as KeptUpload[];
  } catch {
    return [];
  }
}

function write(uploads: readonly KeptUpload[]): void {
  void writeDraft(name, uploads.length === 0 ? '' : JSON.stringify(uploads));
}

export function keepUpload(upload: KeptUpload): void {
  write([...read(), upload]);
}

export function changeUpload(id: number, change: Partial<KeptUpload>): void {
  write(read().map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
}

export function forgetUploads(ids: readonly number[]): void {
  write(read().filter(({ id }) => !ids.includes(id)));
}

export function useKeptUploads(): readonly KeptUpload[] {
  return useSyncExternalStore(subscribeToDrafts, read);
}
