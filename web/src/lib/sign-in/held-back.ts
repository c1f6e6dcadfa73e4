import { useSyncExternalStore } from 'react';

/**
 * Whether the organization requires a second factor that the signed-in person doesn't have yet. The API client says so
 * when the server refuses a call for it; from then on, the frame shows only how to set one up.
 */
let heldBack = false;
const listeners = new Set<() => void>();

export function holdBack(): void {
  heldBack = true;
  for (const listener of [...listeners]) listener();
}

export function useHeldBack(): boolean {
  return useSyncExternalStore(subscribe, () => heldBack);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
