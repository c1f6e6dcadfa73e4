import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { FieldsToFix } from './fields-to-fix.tsx';

interface CheckedFormProps<Values> {
  form: UseFormReturnType<Values>;
  /** The label of each field by its path; a list index is written as `*`. */
  labels: Record<string, string>;
  onValid: (values: Values) => void;
  /** Shown above the summary. */
  heading?: ReactNode;
  children: ReactNode;
}

/** A form that lists the fields to fix at the top, with a link to each. In a dialog, its first field has focus. */
export function CheckedForm<Values>({ form, labels, onValid, heading, children }: CheckedFormProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  useFirstFieldInDialog(element);
  const [attempts, setAttempts] = useState(0);
  const paths = inOrder(
    Object.keys(form.errors).filter((path) => form.errors[path]),
    labels,
  );

  return (
    <form ref={element} noValidate onSubmit={form.onSubmit(onValid, () => setAttempts((count) => count + 1))}>
      {heading}
      <FieldsToFix fields={paths.map((path) => ({ path, label: fieldLabel(path, labels) }))} attempts={attempts} />
      {children}
    </form>
  );
}

/** Marks the field for the dialog, which would otherwise focus its Close button. */
function useFirstFieldInDialog(form: RefObject<HTMLFormElement | null>) {
  useLayoutEffect(() => {
    const dialog = form.current?.closest('[role="dialog"]');
    if (!dialog || dialog.querySelector('[data-autofocus]')) return;
    form.current
      ?.querySelector('input:not([type="file"], :disabled, [hidden]), textarea')
      ?.setAttribute('data-autofocus', '');
  }, [form]);
}

/** In page order: by list index first, then by the order of the labels. */
function inOrder(paths: string[], labels: Record<string, string>): string[] {
  const names = Object.keys(labels);
  const rank = (path: string) => Number(listIndex(path) ?? 0) * names.length + names.indexOf(generalPath(path));
  return paths.toSorted((a, b) => rank(a) - rank(b));
}

function listIndex(path: string): string | undefined {
  return /\.(\d+)\./.exec(path)?.[1];
}

function generalPath(path: string): string {
  return path.replace(/\.\d+\./, '.*.');
}

/** With the label of 'services.*.name', the path 'services.1.name' reads 'Service name (2)'. */
function fieldLabel(path: string, labels: Record<string, string>): string {
  const index = listIndex(path);
  const label = labels[generalPath(path)] ?? path;
  return index === undefined ? label : `${label} (${Number(index) + 1})`;
}
