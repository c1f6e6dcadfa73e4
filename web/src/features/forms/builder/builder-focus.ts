import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { BuilderState } from './builder-reducer.ts';

/**
 * Keeps focus and scroll position on the selection, because a question moved to another page is a new DOM element.
 * Returns a function that requests focus after the next change.
 */
export function useBuilderFocus(root: RefObject<HTMLElement | null>, { definition, selected }: BuilderState) {
  const wanted = useRef<'handle' | 'title' | null>(null);
  useLayoutEffect(() => {
    void definition;
    const card = selected && root.current?.querySelector(`[data-node="${CSS.escape(selected)}"]`);
    if (!card) return;
    if (wanted.current) card.querySelector<HTMLElement>(`[data-focus="${wanted.current}"]`)?.focus();
    wanted.current = null;
    card.scrollIntoView({ block: 'nearest' });
  }, [root, definition, selected]);
  return (part: 'handle' | 'title') => {
    wanted.current = part;
  };
}
