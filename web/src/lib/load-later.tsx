import { type ComponentType, lazy, useEffect, useEffectEvent, useState } from 'react';
import { loadCode } from './load-code.ts';

interface Preloaded {
  preload: () => Promise<unknown>;
}

export type LaterComponent<Props> = ComponentType<Props> & Preloaded;

/**
 * A component whose code is fetched when it is first shown, or ahead of that by `preload`. React's own `lazy` shows
 * its fallback for 300 ms even when the code is already there, so what was preloaded does without it.
 */
export function loadLater<Props extends object>(load: () => Promise<ComponentType<Props>>): LaterComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    loaded ??= await loadCode(load);
    return loaded;
  };
  const Waiting = lazy(async () => ({ default: await preload() }));

  function Later(props: Props) {
    // Chosen once: another component in its place would start anew and forget what was typed.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? (Waiting as unknown as ComponentType<Props>));
    return <Component {...props} />;
  }
  return Object.assign(Later, { preload });
}

const actMs = 10_000;

/** Settles with the first move, touch or key, or after a while: the page itself comes first. */
const somebodyActs = new Promise<void>((resolve) => {
  for (const act of ['pointermove', 'pointerdown', 'keydown']) {
    window.addEventListener(act, () => resolve(), { once: true, passive: true, capture: true });
  }
  setTimeout(resolve, actMs);
});

/** Fetches the code of what is likely to be opened next, as soon as somebody is there to open it. */
export function usePreload(...components: Preloaded[]): void {
  const preloadAll = useEffectEvent(() => {
    // Without it, it is fetched when it is shown, and that failure is told.
    for (const { preload } of components) preload().catch(() => undefined);
  });
  useEffect(() => {
    let left = false;
    void somebodyActs.then(() => !left && preloadAll());
    return () => {
      left = true;
    };
  }, []);
}
