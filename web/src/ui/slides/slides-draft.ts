import { useCallback, useRef, useState } from 'react';

/**
 * What was typed into slides. It survives a reload and is deleted with the tab. Callers must leave passwords out.
 * Written immediately, so that a reload right after a click finds it.
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

  /** Deletes the draft and stops writing, because fields still on the page may report changes. */
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
    // Storage may be full or blocked; the draft then lasts as long as the page.
  }
}
