import { useEffect, useEffectEvent } from 'react';

/** How to close the dialogs that cover others, the top one last. */
const covering: (() => void)[] = [];
/** What had focus before they opened. */
let focused: HTMLElement | null = null;

// Older than the listeners of other dialogs, so that Escape doesn't also close the one below, with what was typed in it.
// Components are also drawn without a window, in their tests.
if (typeof window !== 'undefined') {
  window.addEventListener('keydown', closeTop, { capture: true });
  document.addEventListener('focusin', rememberFocus);
}

function closeTop(event: KeyboardEvent): void {
  const close = covering.at(-1);
  if (event.key !== 'Escape' || !close) return;
  event.stopImmediatePropagation();
  close();
}

function rememberFocus({ target }: FocusEvent): void {
  if (covering.length === 0 && target instanceof HTMLElement) focused = target;
}

/** For a dialog that may open over another: Escape closes only this one, and focus returns below. */
export function useCovering(onEscape: () => void, opened = true): void {
  const close = useEffectEvent(onEscape);
  useEffect(() => {
    if (!opened) return;
    const entry = () => close();
    covering.push(entry);
    return () => {
      covering.splice(covering.indexOf(entry), 1);
      setTimeout(returnFocus);
    };
  }, [opened]);
}

/** A button that still waits for its call can't have focus, so its dialog gets it. */
function returnFocus(): void {
  if (document.activeElement !== document.body) return;
  focused?.focus();
  if (document.activeElement === document.body) focused?.closest<HTMLElement>('[role="dialog"]')?.focus();
}
