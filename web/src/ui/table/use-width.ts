import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** The width of an element, known before the first paint; until then, the window's. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  // Read once: reading it at every render would cause a layout each time.
  const [width, setWidth] = useState(() => window.innerWidth);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    // It is called between layout and paint. Reading the width here would cause a layout of its own.
    const observer = new ResizeObserver(([entry]) => {
      const size = entry?.borderBoxSize[0]?.inlineSize;
      if (size !== undefined) flushSync(() => setWidth(Math.round(size)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
