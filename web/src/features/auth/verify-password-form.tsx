import { Anchor, Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { loginTexts } from './auth.texts.ts';
import type { useVerifyEmail } from './verify.api.ts';
import { verifyTexts } from './verify.texts.ts';

interface VerifyPasswordFormProps {
  verify: ReturnType<typeof useVerifyEmail>;
  onPassword: (password: string) => void;
}

/** Asks for the password, to prove that the owner of the mailbox signed up, or asked for the change. */
export function VerifyPasswordForm({ verify, onPassword }: VerifyPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wrong = verify.error instanceof ApiError ? verify.error.fields.password : undefined;

  useLayoutEffect(() => {
    if (verify.error instanceof ApiError && verify.error.fields.password) field.current?.focus();
  }, [verify.error]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(password === '');
    if (password === '') field.current?.focus();
    else if (!verify.isSuccess) onPassword(password);
  }

  return (
    <form noValidate onSubmit={submit}>
      {verify.error && wrong === undefined && <CallFailure title={verifyTexts.verifyFailure} error={verify.error} />}
      <Stack gap={16}>
        <PasswordField
          ref={field}
          label="Password"
          name="password"
          autoComplete="current-password"
          size="md"
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setMissing(false);
          }}
          error={missing ? loginTexts.passwordRequired : wrong}
        />
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
