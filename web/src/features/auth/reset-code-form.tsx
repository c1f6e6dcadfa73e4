import { newPasswordForm } from '@kinbridge/contract/auth/auth.contract';
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldErrors } from '../../lib/api.ts';
import { NewPasswordField } from '../../ui/fields/password-field-new.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { FormFailure } from '../../ui/form/form-errors.tsx';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { LoginLink } from '../../ui/page/login-link.tsx';
import { SlideHeading } from '../../ui/slides/slides.tsx';
import { useRequestResetCode, useSetNewPassword } from './reset.api.ts';
import { resetLabels, resetTexts } from './reset.texts.ts';

interface ResetCodeFormProps {
  email: string;
  onDone: () => void;
  onBack: () => void;
}

/** The second slide of the password reset: the mailed code and the new password. */
export function ResetCodeForm({ email, onDone, onBack }: ResetCodeFormProps) {
  const form = useForm({
    initialValues: { token: '', password: '' },
    validate: (values) => errorsFromSchema(newPasswordForm, values),
  });
  const change = useSetNewPassword();
  const again = useRequestResetCode();

  function send(values: { token: string; password: string }) {
    change.mutate(
      { email, token: values.token.trim(), password: values.password },
      {
        onSuccess: () => {
          form.reset();
          onDone();
        },
        onError: (error) => form.setErrors(fieldErrors(error)),
      },
    );
  }

  return (
    <CheckedForm
      form={form}
      labels={resetLabels}
      onValid={send}
      heading={
        <SlideHeading
          lead={`If ${email} has an account, a 6-digit code is on its way. It works for 15 minutes. If the email has a link instead, open the link.`}
        >
          {resetTexts.codeTitle}
        </SlideHeading>
      }
    >
      <FormFailure title={resetTexts.changeFailure} error={change.error} labels={resetLabels} />
      <Stack gap={16}>
        {/* For password managers, which store the new password under this name. */}
        <input hidden readOnly autoComplete="username" value={email} />
        <TextInput
          label={resetLabels.token}
          inputMode="numeric"
          autoComplete="one-time-code"
          size="md"
          required
          {...form.getInputProps('token')}
        />
        <NewPasswordField
          known={[email]}
          label={resetLabels.password}
          size="md"
          required
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" fullWidth loading={change.isPending} mt={4}>
          Change password
        </Button>
        <Text size="md" c="dimmed">
          No code?{' '}
          <Anchor component="button" type="button" onClick={() => again.mutate(email)}>
            Send it again
          </Anchor>
        </Text>
        <Text size="md" c="dimmed">
          Wrong address?{' '}
          <Anchor component="button" type="button" onClick={onBack}>
            Use a different email
          </Anchor>
        </Text>
        <LoginLink />
        <Text size="md" aria-live="polite" c={again.error ? 'var(--kb-alert)' : undefined}>
          {again.isSuccess && resetTexts.sentAgain}
          {again.error?.message}
        </Text>
      </Stack>
    </CheckedForm>
  );
}
