import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** One strip of label over value. An empty fact shows a dash and keeps its place. */
export function Facts({ facts, label }: { facts: { label: string; value: ReactNode }[]; label: string }) {
  return (
    <dl className={classes.strip} aria-label={label}>
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.value || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
