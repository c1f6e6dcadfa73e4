import { Anchor } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useRef, useState } from 'react';
import { FailureCard } from './form-errors.tsx';
import classes from './form-errors.module.css';

interface CheckedFormProps<Values> {
  form: UseFormReturnType<Values>;
  /** The label of each field by its path; a place in a list is written as `*`. */
  labels: Record<string, string>;
  onValid: (values: Values) => void;
  children: ReactNode;
}

/** A form that, when it cannot be sent, says on top which fields need a look and leads to each of them. */
export function CheckedForm<Values>({ form, labels, onValid, children }: CheckedFormProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const paths = Object.keys(form.errors).filter((path) => form.errors[path]);

  function focusField(path: string) {
    element.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus();
  }

  return (
    <form ref={element} noValidate onSubmit={form.onSubmit(onValid, () => setAttempts((count) => count + 1))}>
      {paths.length > 0 && (
        <FailureCard title={summaryTitle(paths.length)} occasion={attempts}>
          <ul className={classes.fields}>
            {paths.map((path) => (
              <li key={path}>
                <Anchor
                  href={`#${path}`}
                  onClick={(event) => {
                    event.preventDefault();
                    focusField(path);
                  }}
                >
                  {fieldLabel(path, labels)}
                </Anchor>
              </li>
            ))}
          </ul>
        </FailureCard>
      )}
      {children}
    </form>
  );
}

function summaryTitle(count: number): string {
  return count === 1 ? '1 field needs a look' : `${count} fields need a look`;
}

/** With the label of 'services.*.name', the path 'services.1.name' reads 'Service name (2)'. */
function fieldLabel(path: string, labels: Record<string, string>): string {
  const place = /\.(\d+)\./.exec(path)?.[1];
  const label = labels[path.replace(/\.\d+\./, '.*.')] ?? path;
  return place === undefined ? label : `${label} (${Number(place) + 1})`;
}
