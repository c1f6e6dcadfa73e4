import { Button, Text, TextInput } from '@mantine/core';
import { useId, useRef } from 'react';
import { IconCopy } from '../../ui/icons/first-icons.ts';
import { notifyError, notifySuccess } from '../../ui/notices/notices.tsx';
import classes from './single-sign-on.module.css';
import { settingsTexts as texts } from './single-sign-on.texts.ts';

interface CopiedValueProps {
  label: string;
  description?: string;
  value: string;
}

/** A value that the admin pastes elsewhere. */
export function CopiedValue({ label, description, value }: CopiedValueProps) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const hint = description === undefined ? undefined : id;

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      notifySuccess(texts.copied(label));
    } catch {
      // Pages without TLS can't write to the clipboard.
      notifyError(texts.notCopied);
      field.current?.select();
    }
  }

  return (
    <div>
      <div className={classes.copied}>
        <TextInput
          ref={field}
          label={label}
          aria-describedby={hint}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button variant="default" leftSection={<IconCopy />} aria-label={`Copy ${label}`} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      {description !== undefined && (
        <Text id={hint} c="dimmed" fz="sm" mt={4}>
          {description}
        </Text>
      )}
    </div>
  );
}
