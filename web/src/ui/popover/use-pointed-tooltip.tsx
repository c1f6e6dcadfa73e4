import { type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { loadLater } from '../../lib/load-later.tsx';
import type { PointedTooltipProps } from './pointed-tooltip.tsx';

/** The same delay as other tooltips. */
const delayMs = 400;

const PointedTooltip = loadLater(async () => (await import('./pointed-tooltip.tsx')).PointedTooltip);

/**
 * A tooltip that is created when a pointer first rests on its element, and whose code loads with the first one: a board
 * has fifty, and few are ever shown. Returns the element's props and the tooltip to render beside it.
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
    // A tap on a button isn't a hover.
    if (!touch && !window.matchMedia('(hover: hover)').matches) return;
    void PointedTooltip.preload().catch(() => undefined);
    resting.current = window.setTimeout(() => setTarget(currentTarget), delayMs);
  }

  if (!target) return [{ onMouseEnter: enter, onMouseLeave: leave }, null];
  return [
    {},
    <Suspense key="tooltip">
      <PointedTooltip label={label()} position={position} touch={touch} target={target} />
    </Suspense>,
  ];
}
