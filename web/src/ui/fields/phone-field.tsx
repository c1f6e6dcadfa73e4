import { isOneLine, toOneLine } from '@kinbridge/contract/shared/misleading';
import { TextInput, type TextInputProps } from '@mantine/core';
import type { FocusEvent } from 'react';
import { formatPhoneNumber } from '../../lib/format-phone-number.ts';
import { loadCode } from '../../lib/load-code.ts';

interface PhoneFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string;
  onChange: (value: string) => void;
}

/**
 * A phone number, shown as on the profile and stored as +1… when the field loses focus. Text that isn't a number stays
 * as typed. The phone library loads on demand.
 */
export function PhoneField({ value = '', onChange, onFocus, onBlur, ...props }: PhoneFieldProps) {
  const shown = formatPhoneNumber(value);

  async function normalize(event: FocusEvent<HTMLInputElement>) {
    onBlur?.(event);
    const input = event.currentTarget;
    if (value.trim() === '') return;
    const { toE164 } = await loadRules();
    const number = toE164(value);
    // Don't interrupt someone who came back to the field.
    if (number !== null && number !== value && input.value === shown) onChange(number);
  }

  return (
    <TextInput
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="+12223334444"
      {...props}
      value={shown}
      onChange={(event) => onChange(withoutMarks(event.currentTarget.value))}
      onFocus={(event) => {
        onFocus?.(event);
        void loadRules();
      }}
      onBlur={normalize}
    />
  );
}

/** Only if there are any, so that a blank can be typed. */
function withoutMarks(typed: string): string {
  return isOneLine(typed) ? typed : toOneLine(typed);
}

function loadRules() {
  return loadCode(() => import('@kinbridge/contract/shared/phone-number'));
}
