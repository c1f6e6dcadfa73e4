import { useSyncExternalStore } from 'react';
import { readSession } from './session.ts';

const prefix = 'kinbridge.draft.';

/** What the page knows of; it stands in for the storage where that is full or switched off. */
const known = new Map<string, string>();
const listeners = new Set<() => void>();

/**
 * Text that somebody is typing, kept until it is sent: closing a dialog or reloading the page loses
 * nothing. It lives in this tab only, and under its writer, since a tab may change hands. Two boxes for
 * the same text show the same.
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const text = useSyncExternalStore(subscribe, () => readDraft(name));
  return [text, (next) => writeDraft(name, next)];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function readDraft(name: string): string {
  const key = draftKey(name);
  const text = known.get(key);
  if (text !== undefined) return text;
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function writeDraft(name: string, text: string): void {
  const key = draftKey(name);
  known.set(key, text);
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // The text then lives as long as the page.
  }
  for (const listener of listeners) listener();
}

/** A draft of several values: those that are kept, upon those of an empty one. */
export function parseDraft<Values extends object>(text: string, empty: Values): Values {
  try {
    return { ...empty, ...(JSON.parse(text || '{}') as Partial<Values>) };
  } catch {
    return empty;
  }
}

/** Whoever signs out leaves nothing behind. A session that merely ends keeps what was typed for the next sign-in. */
export function forgetDrafts(): void {
  try {
    for (const storage of [sessionStorage, localStorage]) {
      for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
    }
  } catch {
    // Storage is switched off: there is nothing to forget.
  }
}

/** The place of a draft in the browser's storage, under its writer. */
export function draftKey(name: string): string {
  return `${prefix}${readSession()?.userId ?? 0}.${name}`;
}
