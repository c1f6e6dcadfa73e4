import { TextInput, type TextInputProps } from '@mantine/core';

interface OneTimeCodeFieldProps extends Omit<TextInputProps, 'onChange'> {
  /** Called with the digits only: apps show a code as '123 456', and people copy it so. */
  onType: (code: string) => void;
}

/** A 6-digit code. Phones show their number keys and offer a code from the app. */
export function OneTimeCodeField({ onType, ...props }: OneTimeCodeFieldProps) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="one-time-code"
      {...props}
      onChange={(event) => onType(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
    />
  );
}
