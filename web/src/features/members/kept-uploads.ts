import { useSyncExternalStore } from 'react';
import { readSession } from '../../lib/session.ts';

/** A list that the server works on, or has worked on since it was last looked at. */
export interface KeptUpload {
  id: number;
  fileName: string;
}

/** In the tab's own storage: the work goes on while another page is open, and a reload finds it again. */
const storageKey = 'kinbridge.member-uploads';
const listeners = new Set<() => void>();
let cached: { text: string | null; uploads: readonly KeptUpload[] } = { text: null, uploads: [] };

function read(): readonly KeptUpload[] {
  const text = sessionStorage.getItem(storageKey);
  if (text !== cached.text) cached = { text, uploads: parse(text) };
  return cached.uploads;
}

/** Whoever signs in next in this tab does not see what the one before was doing. */
function parse(text: string | null): readonly KeptUpload[] {
  try {
    const kept = JSON.parse(text ?? 'null') as { userId: unknown; uploads: KeptUpload[] } | null;
    return kept && kept.userId === readSession()?.userId ? kept.uploads : [];
  } catch {
    return [];
  }
}

function write(uploads: readonly KeptUpload[]): void {
  if (uploads.length === 0) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, JSON.stringify({ userId: readSession()?.userId, uploads }));
  for (const listener of listeners) listener();
}

export function keepUpload(upload: KeptUpload): void {
  write([...read(), upload]);
}

export function forgetUploads(ids: readonly number[]): void {
  write(read().filter(({ id }) => !ids.includes(id)));
}

export function useKeptUploads(): readonly KeptUpload[] {
  return useSyncExternalStore(subscribe, read);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
