import { useSyncExternalStore } from 'react';

const firstRetryMs = 1000;
const maxRetryMs = 15_000;
const timeoutMs = 5_000;

let reachable = true;
let checking: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

/** Notices a lost network before the next call does. */
export function watchConnection(): void {
  window.addEventListener('offline', () => void checkConnection());
}

export function isReachable(): boolean {
  return reachable;
}

export function useReachable(): boolean {
  return useSyncExternalStore(subscribeToConnection, isReachable);
}

export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the server whether it can be reached, because the browser only knows about its own network. */
export function checkConnection(): Promise<boolean> {
  checking ??= askServer().then((answered) => {
    checking = null;
    setReachable(answered);
    return answered;
  });
  return checking;
}

/** Resolves when the server answers again. */
export function whenReachable(): Promise<void> {
  if (reachable) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = subscribeToConnection(() => {
      stop();
      resolve();
    });
  });
}

/** Waits, but stops early when the browser is back online. */
export function pauseUntilOnline(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
    signal?.addEventListener('abort', done);
  });
}

async function askServer(): Promise<boolean> {
  try {
    await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
    return true;
  } catch {
    return false;
  }
}

function setReachable(answered: boolean): void {
  if (reachable === answered) return;
  reachable = answered;
  for (const listener of [...listeners]) listener();
  if (!answered) void pollUntilReachable();
}

async function pollUntilReachable(): Promise<void> {
  for (let wait = firstRetryMs; !reachable; wait = Math.min(wait * 2, maxRetryMs)) {
    await pauseUntilOnline(wait);
    await checkConnection();
  }
}
