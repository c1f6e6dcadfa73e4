import { TextInput, type TextInputProps } from '@mantine/core';
import type { FocusEvent } from 'react';
import { loadCode } from '../lib/load-code.ts';

interface PhoneFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string;
  onChange: (value: string) => void;
}

/**
 * A phone number as people write it, American unless it names another country. On leaving the field
 * it becomes +1…; what is no number stays as typed. The number rules are loaded when they are needed.
 */
export function PhoneField({ value = '', onChange, onFocus, onBlur, ...props }: PhoneFieldProps) {
  async function format(event: FocusEvent<HTMLInputElement>) {
    onBlur?.(event);
    const input = event.currentTarget;
    if (value.trim() === '') return;
    const { toE164 } = await loadRules();
    const number = toE164(value);
    // Someone who came back to the field meanwhile is not interrupted.
    if (number !== null && number !== value && input.value === value) onChange(number);
  }

  return (
    <TextInput
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="+12223334444"
      {...props}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onFocus={(event) => {
        onFocus?.(event);
        void loadRules();
      }}
      onBlur={format}
    />
  );
}

function loadRules() {
  return loadCode(() => import('@kinbridge/contract/shared/phone-number'));
}
