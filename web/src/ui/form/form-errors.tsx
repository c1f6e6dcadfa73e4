import { Text } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { fieldErrors } from '../../lib/api.ts';
import { IconAlertCircle } from '../icons/first-icons.ts';
import classes from './form-errors.module.css';

interface FailureCardProps {
  title: string;
  children?: ReactNode;
  /** Focus moves to the card whenever this changes: a new failure, or another failed try. */
  occasion: unknown;
}

/** A red card above a form: what went wrong and what to do. */
export function FailureCard({ title, children, occasion }: FailureCardProps) {
  const card = useRef<HTMLDivElement>(null);
  // In the same step as the card appears: later, it could take focus from a field that the person is already in.
  useLayoutEffect(() => card.current?.focus(), [occasion]);
  return (
    <div ref={card} className={classes.card} role="alert" tabIndex={-1}>
      <IconAlertCircle className="mt-1 fixed" size={18} aria-hidden="true" />
      <div className="min-w-0">
        <Text component="strong" className="block text-md line-20 heavy">
          {title}
        </Text>
        {children}
      </div>
    </div>
  );
}

interface FormFailureProps {
  title: string;
  error: Error | null;
  /** The form's fields by name. */
  labels: Record<string, string>;
}

/** Why a form couldn't be sent, unless the server's message is at one of its fields. */
export function FormFailure({ title, error, labels }: FormFailureProps) {
  if (!error || Object.keys(fieldErrors(error)).some((name) => name in labels)) return null;
  return <CallFailure title={title} error={error} />;
}

/** The server's message about a failed call. */
export function CallFailure({ title, error, children }: { title: string; error: Error; children?: ReactNode }) {
  return (
    <FailureCard title={title} occasion={error}>
      <p className="m-0 text-md line-20 anywhere">{error.message}</p>
      {children}
    </FailureCard>
  );
}
