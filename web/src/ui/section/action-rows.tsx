import type { ReactNode } from 'react';
import classes from './action-rows.module.css';

/** A list inside a card whose rows have buttons. */
export function ActionRows({ children }: { children: ReactNode }) {
  return <ul className="list">{children}</ul>;
}

/** What is known, and the buttons beside it or, on a phone, below it. */
export function ActionRow({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <li className="gap-xs px-md py-xs gap-x-14 border-top row wrap min-h-46">
      <div className={`gap-x-10 flex wrap min-w-0 line-20 ${classes.words}`}>{children}</div>
      <div className={`flex wrap justify-end gap-xs ${classes.actions}`}>{actions}</div>
    </li>
  );
}
