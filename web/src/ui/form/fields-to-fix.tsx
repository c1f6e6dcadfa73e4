import { counted } from '@kinbridge/contract/shared/counted';
import { Anchor } from '@mantine/core';
import type { MouseEvent } from 'react';
import classes from './form-errors.module.css';
import { FailureCard } from './form-errors.tsx';

interface FieldsToFixProps {
  /** In page order; a field is found by its `data-path`. */
  fields: { path: string; label: string }[];
  /** How often sending was tried: focus moves to the card each time. */
  attempts: number;
}

/** At the top of a form: the fields to fix, with a link to each. */
export function FieldsToFix({ fields, attempts }: FieldsToFixProps) {
  if (fields.length === 0) return null;
  return (
    <FailureCard title={`Please fix ${counted(fields.length, 'field')}`} occasion={attempts}>
      <ul className={`gap-2 list gap-x-14 mt-2xs flex wrap text-md line-20 ${classes.fields}`}>
        {fields.map(({ path, label }) => (
          <li key={path}>
            <Anchor href={`#${path}`} onClick={(event) => focusField(event, path)}>
              {label}
            </Anchor>
          </li>
        ))}
      </ul>
    </FailureCard>
  );
}

function focusField(event: MouseEvent<HTMLElement>, path: string): void {
  event.preventDefault();
  const form = event.currentTarget.closest('form');
  form?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus();
}
