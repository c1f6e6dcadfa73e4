import { type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { loadLater } from '../lib/load-later.tsx';
import type { PointedTooltipProps } from './pointed-tooltip.tsx';

/** As long as tooltips wait. */
const restMs = 400;

const PointedTooltip = loadLater(async () => (await import('./pointed-tooltip.tsx')).PointedTooltip);

/**
 * A tooltip that is made once a pointer has rested on its element for the first time, and fetched with the first of
 * them: a board has fifty, and few are ever pointed at. Answers what the element needs, and what stands beside it.
 */
export function usePointedTooltip(
  label: () => string,
  { position = 'top', touch = false }: Partial<Pick<PointedTooltipProps, 'position' | 'touch'>> = {},
): [handlers: object, beside: ReactNode] {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const resting = useRef<number>(undefined);
  const leave = () => window.clearTimeout(resting.current);
  useEffect(() => leave, []);

  function enter({ currentTarget }: MouseEvent<HTMLElement>) {
    // A finger that presses a button is no pointer that rests on it.
    if (!touch && !window.matchMedia('(hover: hover)').matches) return;
    void PointedTooltip.preload().catch(() => undefined);
    resting.current = window.setTimeout(() => setTarget(currentTarget), restMs);
  }

  if (!target) return [{ onMouseEnter: enter, onMouseLeave: leave }, null];
  return [
    {},
    <Suspense key="tooltip">
      <PointedTooltip label={label()} position={position} touch={touch} target={target} />
    </Suspense>,
  ];
}
