import { useSyncExternalStore } from 'react';

/** How long a mark stays. */
export const markMs = 2000;
const listeners = new Set<() => void>();
let marked: ReadonlySet<number> = new Set();

/** Tints the row of a request for two seconds: something about it did not go as asked. */
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
