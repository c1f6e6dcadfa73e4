import { useEffect, useEffectEvent, useState } from 'react';
import { readDraft, writeDraft } from './draft-store.ts';

/**
 * What somebody typed in a dialog and has not saved: where the session ends or the page is reloaded meanwhile, it comes
 * back with the dialog. Closing the dialog gives it up. `typed` is only what differs from what is saved, so it can be
 * put upon what is saved by then. Answers whether something came back, until that is dismissed.
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

/** Whether a dialog was left with something typed in it, and so opens by itself. */
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
