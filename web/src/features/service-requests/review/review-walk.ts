import { useEffect, useEffectEvent } from 'react';

export type WalkDirection = 'previous' | 'next';

const directions: Record<string, WalkDirection> = { ArrowUp: 'previous', ArrowDown: 'next' };

/** Where the arrow keys have another use: fields, menus, lists, and the feed, which they scroll. */
const ownArrowKeys = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="log"]';

/** ↑ and ↓ move along the board while the dialog is on top. */
export function useWalkByKey(onWalk: ((direction: WalkDirection) => void) | undefined, onTop: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const direction = directions[event.key];
    if (!direction || !onWalk || !onTop || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest(ownArrowKeys)) return;
    event.preventDefault();
    onWalk(direction);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
