import { useSyncExternalStore } from 'react';
import { draftsAreOpen, readDraft, subscribeToDrafts, writeDraft } from './draft-store.ts';

/**
 * Unsent text that survives closing a dialog or reloading the page. It lives in this tab only. Two fields with the same
 * name show the same text.
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const text = useSyncExternalStore(subscribeToDrafts, () => readDraft(name));
  return [text, (next) => void writeDraft(name, next)];
}

/** Whether drafts can be read: they are decrypted while the signed-in person is loading. */
export function useDraftsOpen(): boolean {
  return useSyncExternalStore(subscribeToDrafts, draftsAreOpen);
}

/** A draft with several values: the stored ones over the empty ones. */
export function parseDraft<Values extends object>(text: string, empty: Values): Values {
  try {
    return { ...empty, ...(JSON.parse(text || '{}') as Partial<Values>) };
  } catch {
    return empty;
  }
}
