import { Anchor, Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useLayoutEffect } from 'react';
import { Link } from 'react-router';
import { fieldErrors } from '../../lib/api.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { FormFailure } from '../../ui/form/form-errors.tsx';
import { useRequiredField } from '../../ui/form/use-required-field.ts';
import { loginTexts } from './auth.texts.ts';
import type { useVerifyEmail } from './verify.api.ts';
import { verifyTexts } from './verify.texts.ts';

interface VerifyPasswordFormProps {
  verify: ReturnType<typeof useVerifyEmail>;
  onPassword: (password: string) => void;
}

/** Asks for the password, to prove that the owner of the mailbox signed up, or asked for the change. */
export function VerifyPasswordForm({ verify, onPassword }: VerifyPasswordFormProps) {
  const password = useRequiredField(loginTexts.passwordRequired, fieldErrors(verify.error).password);
  const { field } = password;

  // It appears once the link is checked, and is all there is to do.
  useLayoutEffect(() => field.current?.focus(), [field]);
  useLayoutEffect(() => {
    if (fieldErrors(verify.error).password) field.current?.focus();
  }, [field, verify.error]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (password.check() && !verify.isSuccess) onPassword(password.value);
  }

  return (
    <form noValidate onSubmit={submit}>
      <FormFailure title={verifyTexts.verifyFailure} error={verify.error} labels={{ password: 'Password' }} />
      <Stack gap={16}>
        <PasswordField name="password" size="md" {...password.input} />
        <Button type="submit" size="md" fullWidth loading={verify.isPending || verify.isSuccess}>
          Verify and sign in
        </Button>
        <Text size="md" c="dimmed">
          Forgot it? Sign up again to get a new link. If you asked to change your email,{' '}
          <Anchor component={Link} to="/reset-password">
            reset your password
          </Anchor>{' '}
          and ask again. If you didn't ask for this, close this page and ignore the email.
        </Text>
      </Stack>
    </form>
  );
}
