import { useSyncExternalStore } from 'react';
import { ApiError, proveWith, readError, send } from '../api.ts';

/**
 * Some calls need a recent proof that it's really the signed-in person. The API client asks here, the frame shows one
 * dialog for all calls that wait, and they are repeated after the proof.
 */
let waiting: { proven: Promise<boolean>; answer: (proven: boolean) => void } | null = null;
const listeners = new Set<() => void>();

/** With the current password if the call has it, so that nobody types it twice; otherwise the person is asked. */
proveWith(async (body) => {
  const { currentPassword: password } = (body ?? {}) as { currentPassword?: string };
  if (!password) return askForProof();
  const response = await send('/v1/auth/proof', { method: 'POST', body: { password } });
  if (response.ok) return true;
  const refusal = await readError(response);
  const { password: wrong } = refusal.fields ?? {};
  throw new ApiError(response.status, wrong ? { ...refusal, fields: { currentPassword: wrong } } : refusal);
});

/** False if the person cancels, or if no screen can ask them. */
function askForProof(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  if (!waiting) {
    let answer: (proven: boolean) => void = () => undefined;
    const proven = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    waiting = { proven, answer };
    notify();
  }
  return waiting.proven;
}

export function answerProof(proven: boolean): void {
  waiting?.answer(proven);
  waiting = null;
  notify();
}

export function useProofAsked(): boolean {
  return useSyncExternalStore(subscribe, () => waiting !== null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of [...listeners]) listener();
}
