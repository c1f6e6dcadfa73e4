import type { ReactNode } from 'react';
import classes from './facts.module.css';

interface Fact {
  label: string;
  value: ReactNode;
  /** Takes a whole line on a phone. */
  long?: boolean;
}

interface FactsProps {
  facts: Fact[];
  label: string;
  /** Without a border, for use inside a card. */
  plain?: boolean;
}

/** A strip of labels over values. An empty fact shows a dash. */
export function Facts({ facts, label, plain = false }: FactsProps) {
  return (
    <dl className={classes.strip} data-plain={plain || undefined} aria-label={label}>
      {facts.map((fact) => (
        <div key={fact.label} data-long={fact.long || undefined}>
          <dt>{fact.label}</dt>
          <dd>{fact.value || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
