import { formatCount } from '@kinbridge/contract/metrics/metric-text';
import type { Dashboard } from '@kinbridge/contract/metrics/metrics.contract';
import { createContext, use } from 'react';
import { Link } from 'react-router';
import classes from './metrics.module.css';
import { type ListFilter, listUrl, usePeriod } from './metrics-url.ts';

/** The days of the period and of the one before. */
export type DashboardDays = Pick<Dashboard, 'from' | 'to' | 'previousFrom' | 'previousTo'>;

/** The dashboard sets them for all of its numbers. */
export const DaysContext = createContext<DashboardDays>({ from: '', to: '', previousFrom: '', previousTo: '' });

/** The requests behind a number, whose days follow from its period. */
export type NumberFilter = Omit<ListFilter, 'from' | 'to'>;

interface NumberLinkProps {
  value: number;
  filter: NumberFilter;
  /** The number is about the previous period. */
  before?: boolean;
  /** Another text for the number, such as a rate. */
  text?: string | undefined;
}

/** A number that opens the list behind it, unless it is zero. */
export function NumberLink({ value, filter, before = false, text = formatCount(value) }: NumberLinkProps) {
  const [period] = usePeriod();
  const { from, to, previousFrom, previousTo } = use(DaysContext);
  if (value === 0) return text;
  const days = before ? { from: previousFrom, to: previousTo } : { from, to };
  return (
    <Link
      className={classes.numberLink}
      to={listUrl({ ...filter, ...days }, period)}
      aria-label={`${text}: show the list`}
    >
      {text}
    </Link>
  );
}
