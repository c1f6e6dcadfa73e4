import { type ComponentType, lazy, useEffect, useEffectEvent, useState } from 'react';
import { loadCode } from './load-code.ts';

interface Preloaded {
  preload: () => Promise<unknown>;
}

export type LaterComponent<Props> = ComponentType<Props> & Preloaded;

/**
 * A component whose code loads on first render, or earlier with `preload`. React's `lazy` shows its fallback for 300 ms
 * even when the code has loaded, so preloaded components skip it.
 */
export function loadLater<Props extends object>(load: () => Promise<ComponentType<Props>>): LaterComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    loaded ??= await loadCode(load);
    return loaded;
  };
  const Waiting = lazy(async () => ({ default: await preload() }));

  function Later(props: Props) {
    // Chosen once: switching components would remount and lose what was typed.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? (Waiting as unknown as ComponentType<Props>));
    return <Component {...props} />;
  }
  return Object.assign(Later, { preload });
}

/** Whether it has been open: its code loads the first time, and it stays for the animation of its closing. */
export function useOpenedOnce(opened: boolean): boolean {
  const [once, setOnce] = useState(opened);
  if (opened && !once) setOnce(true);
  return once;
}

/** Resolves on the first pointer or key event, so that the page itself loads first and an idle page stays idle. */
const firstInteraction = new Promise<void>((resolve) => {
  const waiting = new AbortController();
  const onEvent = (event: Event) => {
    if (!isInteraction(event)) return;
    waiting.abort();
    resolve();
  };
  for (const type of ['pointermove', 'pointerdown', 'keydown']) {
    window.addEventListener(type, onEvent, { passive: true, capture: true, signal: waiting.signal });
  }
});

/** Browsers also report a move without any distance when the page changes below a resting pointer. */
function isInteraction(event: Event): boolean {
  const { type, movementX, movementY } = event as PointerEvent;
  return type !== 'pointermove' || movementX !== 0 || movementY !== 0;
}

/** Loads the code of what will likely open next, as soon as the person interacts. */
export function usePreload(...components: Preloaded[]): void {
  const preloadAll = useEffectEvent(() => {
    // On failure, the code is loaded again when it is shown, which reports the error.
    for (const { preload } of components) preload().catch(() => undefined);
  });
  useEffect(() => {
    let left = false;
    void firstInteraction.then(() => !left && preloadAll());
    return () => {
      left = true;
    };
  }, []);
}

/** Whether the person has used the page: what can wait is asked for then, so that the first load stays small. */
export function useInteracted(): boolean {
  const [interacted, setInteracted] = useState(false);
  useEffect(() => {
    let left = false;
    void firstInteraction.then(() => !left && setInteracted(true));
    return () => {
      left = true;
    };
  }, []);
  return interacted;
}
