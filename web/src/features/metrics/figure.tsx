import type { Change } from '@kinbridge/contract/metrics/metric-text';
import type { ReactNode } from 'react';
import { ChangeMark } from './change-mark.tsx';
import classes from './metrics.module.css';
import { type NumberFilter, NumberLink } from './number-link.tsx';

interface FigureProps {
  label: ReactNode;
  /** How many requests are behind it, now and in the previous period, and which. */
  number: { value: number; previousValue: number };
  filter: NumberFilter;
  /** The texts of the numbers, if they are rates. */
  text?: string;
  previousText?: string;
  change?: Change | null;
  neutral?: boolean;
  /** Beside the number. */
  tool?: ReactNode;
  /** Below the number. */
  children?: ReactNode;
}

/** A number with its list, how it changed, and the same for the previous period. */
export function Figure({ label, number, filter, text, previousText, change = null, ...props }: FigureProps) {
  return (
    <>
      {label}
      <div className="gap-x-10 flex items-baseline wrap">
        <span className={classes.number}>
          <NumberLink value={number.value} filter={filter} text={text} />
        </span>
        <ChangeMark change={change} neutral={props.neutral ?? false} />
        {props.tool}
      </div>
      {props.children}
      <div className={classes.beneath}>
        <NumberLink value={number.previousValue} filter={filter} before text={previousText} /> in the previous period
      </div>
    </>
  );
}
