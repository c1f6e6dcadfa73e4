import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './security.module.css';

interface SecurityPartProps {
  title: string;
  /** What it is for, or how it stands, in one sentence. */
  hint: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** One way to sign in or stay signed in, as a row of the Security card. */
export function SecurityPart({ title, hint, action, children }: SecurityPartProps) {
  const id = useId();
  return (
    <section className="border-top px-md py-sm" aria-labelledby={id}>
      <div className="row wrap gap-xs">
        <div className="min-w-0 basis-220">
          <Title order={3} id={id} className={`line-20 ${classes.title}`}>
            {title}
          </Title>
          <p className="m-0 text-xs line-18 dimmed">{hint}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
