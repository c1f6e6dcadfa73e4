import { useSyncExternalStore } from 'react';
import { draftsAreOpen, readDraft, subscribeToDrafts, writeDraft } from './draft-store.ts';

/**
 * Text that somebody is typing, kept until it is sent: closing a dialog or reloading the page loses nothing. It lives in
 * this tab only. Two boxes for the same text show the same.
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const text = useSyncExternalStore(subscribeToDrafts, () => readDraft(name));
  return [text, (next) => void writeDraft(name, next)];
}

/** Whether drafts can be read: they are decrypted while the person who signed in is loaded. */
export function useDraftsOpen(): boolean {
  return useSyncExternalStore(subscribeToDrafts, draftsAreOpen);
}

/** A draft of several values: those that are kept, upon those of an empty one. */
export function parseDraft<Values extends object>(text: string, empty: Values): Values {
  try {
    return { ...empty, ...(JSON.parse(text || '{}') as Partial<Values>) };
  } catch {
    return empty;
  }
}
