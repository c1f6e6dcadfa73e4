import type { Change } from '@kinbridge/contract/metrics/metric-text';
import { VisuallyHidden } from '@mantine/core';
import { IconMinus, IconTrendingDown, IconTrendingUp } from '../../ui/icons/later-icons.ts';
import classes from './metrics.module.css';

const icons = { up: IconTrendingUp, down: IconTrendingDown, same: IconMinus };

/**
 * How a number changed. A rise is good news unless it is neutral; a fall that open requests may still make up for, or
 * of a few, has no color.
 */
export function ChangeMark({ change, neutral = false }: { change: Change | null; neutral?: boolean }) {
  if (!change) return null;
  const Icon = icons[change.direction];
  return (
    <span className={classes.change} data-tone={neutral || change.unsettled ? undefined : change.direction}>
      <Icon aria-hidden="true" />
      {change.text}
      <VisuallyHidden> vs. the previous period</VisuallyHidden>
    </span>
  );
}
