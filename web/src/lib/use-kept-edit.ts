import { useEffect, useEffectEvent, useState } from 'react';
import { readDraft, writeDraft } from './draft-store.ts';

/**
 * Unsaved text in a dialog: if the session ends or the page reloads, it comes back with the dialog. Closing the dialog
 * discards it. `typed` only holds what differs from the saved record, so it can be applied to a newer version. Returns
 * whether something was restored, until that is dismissed.
 */
export function useKeptEdit<Typed extends object>(
  name: string,
  typed: Typed,
  restore: (typed: Typed) => void,
): [restored: boolean, dismiss: () => void] {
  const [kept, setKept] = useState(() => readKept<Typed>(name));
  const bringBack = useEffectEvent(() => {
    if (kept) restore(kept);
  });
  useEffect(() => {
    bringBack();
    return () => void writeDraft(name, '');
  }, [name]);
  const text = Object.keys(typed).length > 0 ? JSON.stringify(typed) : '';
  useEffect(() => void writeDraft(name, text), [name, text]);
  return [kept !== null, () => setKept(null)];
}

/** Whether a dialog was left with unsaved text, so that it opens on its own. */
export function hasKeptEdit(name: string): boolean {
  return readKept(name) !== null;
}

function readKept<Typed extends object>(name: string): Typed | null {
  try {
    const kept: unknown = JSON.parse(readDraft(name) || 'null');
    return typeof kept === 'object' ? (kept as Typed | null) : null;
  } catch {
    return null;
  }
}
