import { formatCount } from '@kinbridge/contract/metrics/metric-text';
import { Link } from 'react-router';
import classes from './metrics.module.css';
import { type ListFilter, listUrl, usePeriod } from './metrics-url.ts';

interface NumberLinkProps {
  value: number;
  filter: ListFilter;
  /** Another text for the number, such as a rate. */
  text?: string;
}

/** A number that opens the list behind it, unless it is zero. */
export function NumberLink({ value, filter, text = formatCount(value) }: NumberLinkProps) {
  const [period] = usePeriod();
  if (value === 0) return text;
  return (
    <Link className={classes.numberLink} to={listUrl(filter, period)} aria-label={`${text}: show the list`}>
      {text}
    </Link>
  );
}
