import { useCallback, useRef, useState } from 'react';

/**
 * What was typed into slides, kept through a reload of this tab and gone with it. Whoever uses it
 * leaves passwords out. It is written at once, so that a reload right after a click finds it.
 */
export function useSlidesDraft<T extends object>(name: string, empty: () => T) {
  const key = `kinbridge.${name}`;
  const [draft, setDraft] = useState<T>(() => ({ ...empty(), ...read(key) }));
  const current = useRef(draft);
  const done = useRef(false);

  const keep = useCallback(
    (change: Partial<T>) => {
      current.current = { ...current.current, ...change };
      setDraft(current.current);
      if (!done.current) write(key, current.current);
    },
    [key],
  );

  /** Forgets the draft, and writes no more: fields that are still on the page may go on reporting. */
  const finish = useCallback(() => {
    done.current = true;
    sessionStorage.removeItem(key);
  }, [key]);

  return { draft, keep, finish };
}

function read(key: string): object {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

function write(key: string, value: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be full or switched off; the slides then live as long as the page.
  }
}
