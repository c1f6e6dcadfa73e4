import { Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { type Linked, useLink } from './sign-in.api.ts';
import { SignInNotice } from './sign-in-notice.tsx';
import { signInTexts as texts } from './single-sign-on.texts.ts';

interface LinkFormProps {
  link: { token: string; email: string };
  onLinked: (answer: Linked) => void;
}

/** The owner of an existing account confirms with its password, once. */
export function LinkForm({ link, onLinked }: LinkFormProps) {
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const confirm = useLink();
  const field = useRef<HTMLInputElement>(null);
  const wrong = confirm.error instanceof ApiError ? confirm.error.fields.password : undefined;
  // After five tries, or ten minutes, the password no longer helps.
  const isOver = confirm.error instanceof ApiError && confirm.error.status === 401 && wrong === undefined;

  useLayoutEffect(() => field.current?.focus(), []);
  useLayoutEffect(() => {
    if (wrong) field.current?.focus();
  }, [wrong]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(password === '');
    if (password === '') field.current?.focus();
    else if (!confirm.isSuccess) confirm.mutate({ ...link, password }, { onSuccess: onLinked });
  }

  return (
    <SignInNotice title={texts.linkTitle} text={texts.link}>
      <form noValidate onSubmit={submit}>
        {confirm.error && wrong === undefined && <CallFailure title={texts.linkFailure} error={confirm.error} />}
        {isOver ? (
          <Button component={Link} to="/login" size="md" fullWidth>
            {texts.startAgain}
          </Button>
        ) : (
          <Stack gap={16}>
            <input type="hidden" autoComplete="username" value={link.email} readOnly />
            <Text fw={600}>{link.email}</Text>
            <PasswordField
              ref={field}
              label="Password"
              name="password"
              data-first-field
              autoComplete="current-password"
              size="md"
              value={password}
              onChange={(event) => {
                setPassword(event.currentTarget.value);
                setMissing(false);
              }}
              error={missing ? texts.passwordRequired : wrong}
            />
            <Button type="submit" size="md" fullWidth loading={confirm.isPending || confirm.isSuccess}>
              {texts.linkButton}
            </Button>
          </Stack>
        )}
      </form>
    </SignInNotice>
  );
}
