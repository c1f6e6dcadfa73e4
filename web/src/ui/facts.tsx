import type { ReactNode } from 'react';
import classes from './facts.module.css';

interface Fact {
  label: string;
  value: ReactNode;
  /** Takes a whole line on a phone. */
  long?: boolean;
}

/** One strip of label over value. An empty fact shows a dash and keeps its place. */
export function Facts({ facts, label }: { facts: Fact[]; label: string }) {
  return (
    <dl className={classes.strip} aria-label={label}>
      {facts.map((fact) => (
        <div key={fact.label} data-long={fact.long || undefined}>
          <dt>{fact.label}</dt>
          <dd>{fact.value || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
