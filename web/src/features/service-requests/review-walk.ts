import { useEffect, useEffectEvent } from 'react';

export type WalkDirection = 'previous' | 'next';

const directions: Record<string, WalkDirection> = { ArrowUp: 'previous', ArrowDown: 'next' };

/** Where the arrows have a meaning of their own: fields, menus, lists, and the feed, which they scroll. */
const ownMeaning = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="log"]';

/** ↑ and ↓ walk along the board while the dialog is on top. */
export function useWalkByKey(onWalk: ((direction: WalkDirection) => void) | undefined, onTop: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const direction = directions[event.key];
    if (!direction || !onWalk || !onTop || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest(ownMeaning)) return;
    event.preventDefault();
    onWalk(direction);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
