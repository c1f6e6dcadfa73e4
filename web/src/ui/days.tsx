import type { ReactNode } from 'react';
import { dayKey, formatDay } from '../lib/dates.ts';
import classes from './days.module.css';

interface DaysProps<T> {
  entries: T[];
  /** When an entry happened; entries without a time come at the end of today. */
  at: (entry: T) => string | null;
  keyOf: (entry: T) => string | number;
  children: (entry: T) => ReactNode;
}

/** Entries, oldest first, grouped by day. */
export function Days<T>({ entries, at, keyOf, children }: DaysProps<T>) {
  const days = new Map<string, { at: string; entries: T[] }>();
  for (const entry of entries) {
    const moment = at(entry) ?? new Date().toISOString();
    const key = dayKey(moment);
    const day = days.get(key);
    if (day) day.entries.push(entry);
    else days.set(key, { at: moment, entries: [entry] });
  }
  return [...days].map(([key, day]) => (
    <section key={key} aria-label={formatDay(day.at)}>
      <div className={`gap-sm px-0 py-xs row text-xs line-16 bold dimmed ${classes.day}`} aria-hidden="true">
        <time dateTime={key}>{formatDay(day.at)}</time>
      </div>
      <ol className={`gap-sm m-0 column unlisted ${classes.entries}`}>
        {day.entries.map((entry) => (
          <li key={keyOf(entry)}>{children(entry)}</li>
        ))}
      </ol>
    </section>
  ));
}
