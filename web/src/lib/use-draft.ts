import { useState } from 'react';
import { readSession } from './session.ts';

const prefix = 'kinbridge.draft.';

/**
 * Text that somebody is typing, kept until it is sent: closing a dialog or reloading the page loses
 * nothing. It lives in this tab only, and under its writer, since a tab may change hands.
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const [draft, setDraft] = useState({ name, text: readDraft(name) });
  // Another name is another text: it is read at once, so that nobody sees the former one for a moment.
  const shown = draft.name === name ? draft : { name, text: readDraft(name) };
  if (shown !== draft) setDraft(shown);

  function setText(text: string) {
    writeDraft(name, text);
    setDraft({ name, text });
  }

  return [shown.text, setText];
}

export function readDraft(name: string): string {
  try {
    return sessionStorage.getItem(draftKey(name)) ?? '';
  } catch {
    return '';
  }
}

export function writeDraft(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(draftKey(name));
    else sessionStorage.setItem(draftKey(name), text);
  } catch {
    // Storage may be full or switched off; the text then lives as long as the dialog.
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
