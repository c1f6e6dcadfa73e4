import { type MouseEvent, useEffect, useRef, useState } from 'react';

/** As long as tooltips wait. */
const restMs = 400;

/** The element once a pointer has rested on it for the first time: what few will ever see is made then. */
export function useFirstPointedAt() {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const resting = useRef<number>(undefined);
  const leave = () => window.clearTimeout(resting.current);
  useEffect(() => leave, []);

  function enter({ currentTarget }: MouseEvent<HTMLElement>) {
    resting.current = window.setTimeout(() => setElement(currentTarget), restMs);
  }

  return [element, element ? {} : { onMouseEnter: enter, onMouseLeave: leave }] as const;
}
