import { useSyncExternalStore } from 'react';

/** How long a highlight lasts. */
export const markMs = 2000;
const listeners = new Set<() => void>();
let marked: ReadonlySet<number> = new Set();

/** Highlights a request's row for two seconds, after something about it failed. */
export function markRow(id: number): void {
  change(new Set([...marked, id]));
  setTimeout(() => change(new Set([...marked].filter((other) => other !== id))), markMs);
}

export function useMarkedRows(): ReadonlySet<number> {
  return useSyncExternalStore(subscribe, () => marked);
}

function change(next: ReadonlySet<number>): void {
  marked = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
