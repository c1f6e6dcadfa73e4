import { Button, Text, TextInput } from '@mantine/core';
import { useId, useRef } from 'react';
import { IconCopy } from '../icons/first-icons.ts';
import { copyText } from '../notices/copy-text.ts';
import classes from './copied-value.module.css';

interface CopiedValueProps {
  label: string;
  description?: string;
  value: string;
  /** In a dialog, its button has focus first. */
  focusesCopy?: boolean;
}

/** A value that the admin pastes elsewhere. */
export function CopiedValue({ label, description, value, focusesCopy = false }: CopiedValueProps) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const hint = description === undefined ? undefined : id;
  const copied = `${label} copied.`;
  const notCopied = "We couldn't copy. Select the text and copy it.";

  return (
    <div>
      <div className={`gap-xs flex ${classes.copied}`}>
        <TextInput
          ref={field}
          label={label}
          aria-describedby={hint}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          leftSection={<IconCopy />}
          aria-label={`Copy ${label}`}
          data-autofocus={focusesCopy || undefined}
          onClick={() => void copyText(value, { copied, notCopied, field: field.current })}
        >
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
