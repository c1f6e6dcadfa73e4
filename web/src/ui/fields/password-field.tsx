import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';

/** The password, with a button that shows it. The button is in the tab order, because not everyone has a pointer. */
export function PasswordField(props: PasswordInputProps) {
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      label="Password"
      autoComplete="current-password"
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': visible ? 'Hide password' : 'Show password' }}
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  );
}
