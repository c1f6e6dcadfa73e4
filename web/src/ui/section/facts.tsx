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
    <dl className={`m-0 card flex wrap hovered ${classes.strip}`} data-plain={plain || undefined} aria-label={label}>
      {facts.map((fact) => (
        <div className="min-w-0" key={fact.label} data-long={fact.long || undefined}>
          <dt className="text-xs line-18 dimmed">{fact.label}</dt>
          <dd className="m-0 numbers anywhere line-19">{fact.value || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
