import { Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useLayoutEffect } from 'react';
import { Link } from 'react-router';
import { ApiError, fieldErrors } from '../../lib/api.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { FormFailure } from '../../ui/form/form-errors.tsx';
import { useRequiredField } from '../../ui/form/use-required-field.ts';
import { type Linked, useLink } from './sign-in.api.ts';
import { SignInNotice } from './sign-in-notice.tsx';
import { signInTexts as texts } from './single-sign-on.texts.ts';

interface LinkFormProps {
  link: { token: string; email: string };
  onLinked: (answer: Linked) => void;
}

/** The owner of an existing account confirms with its password, once. */
export function LinkForm({ link, onLinked }: LinkFormProps) {
  const confirm = useLink();
  const { password: wrong } = fieldErrors(confirm.error);
  const password = useRequiredField(texts.passwordRequired, wrong);
  const { field } = password;
  // After five tries, or ten minutes, the password no longer helps.
  const isOver = confirm.error instanceof ApiError && confirm.error.status === 401 && wrong === undefined;

  useLayoutEffect(() => field.current?.focus(), [field]);
  useLayoutEffect(() => {
    if (wrong) field.current?.focus();
  }, [field, wrong]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!password.check() || confirm.isSuccess) return;
    confirm.mutate({ ...link, password: password.value }, { onSuccess: onLinked });
  }

  return (
    <SignInNotice title={texts.linkTitle} text={texts.link}>
      <form noValidate onSubmit={submit}>
        <FormFailure title={texts.linkFailure} error={confirm.error} labels={{ password: 'Password' }} />
        {isOver ? (
          <Button component={Link} to="/login" size="md" fullWidth>
            {texts.startAgain}
          </Button>
        ) : (
          <Stack gap={16}>
            <input type="hidden" autoComplete="username" value={link.email} readOnly />
            <Text fw={600}>{link.email}</Text>
            <PasswordField name="password" data-first-field size="md" {...password.input} />
            <Button type="submit" size="md" fullWidth loading={confirm.isPending || confirm.isSuccess}>
              {texts.linkButton}
            </Button>
          </Stack>
        )}
      </form>
    </SignInNotice>
  );
}
