import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';

/** Whether single-key shortcuts are on. They can be turned off because they interfere with speech input. */
export function useSingleKeyShortcuts() {
  return useLocalStorage({
    key: 'kinbridge.single-key-shortcuts',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
}

/** Runs when one key is pressed alone, unless someone is typing, a dialog is open, or such shortcuts are off. */
export function useSingleKey(key: string, onPress: () => void): void {
  const [enabled] = useSingleKeyShortcuts();
  const press = useEffectEvent(onPress);
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      press();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [key, enabled]);
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}
