import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '../../../lib/single-key.ts';
import type { BuilderAction, BuilderState } from './builder-reducer.ts';

/** Ctrl+Z and Ctrl+Shift+Z, Alt+↑ and Alt+↓, Delete. While dragging, the drag's own keys apply. */
export function useBuilderKeys(
  { selected }: BuilderState,
  dispatch: (action: BuilderAction, focus?: 'handle' | 'title') => void,
  off: boolean,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (off || document.querySelector('[role="dialog"]')) return;
    const action = actionOf(event, selected);
    if (!action) return;
    event.preventDefault();
    // The browser's own undo doesn't know the form and would only undo letters.
    dispatch(
      action,
      action.type === 'remove' ? 'title' : action.type === 'move by' ? focusOf(event.target) : undefined,
    );
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function focusOf(target: EventTarget | null): 'handle' | 'title' | undefined {
  const part = target instanceof HTMLElement ? target.dataset.focus : undefined;
  return part === 'handle' || part === 'title' ? part : undefined;
}

function actionOf(event: KeyboardEvent, selected: string | null): BuilderAction | null {
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    if (key === 'z') return { type: event.shiftKey ? 'redo' : 'undo' };
    return key === 'y' ? { type: 'redo' } : null;
  }
  if (selected === null) return null;
  if (event.altKey && (key === 'arrowup' || key === 'arrowdown')) {
    return { type: 'move by', key: selected, by: key === 'arrowup' ? -1 : 1 };
  }
  return key === 'delete' && !isTyping(event.target) && !event.altKey ? { type: 'remove', key: selected } : null;
}
