import { forgotPasswordForm } from '@kinbridge/contract/auth/auth.contract';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { useResendVerification } from './verify.api.ts';
import { verifyTexts } from './verify.texts.ts';

/** Requests a new verification link when the address isn't known. */
export function ResendForm() {
  const resend = useResendVerification();
  const form = useForm({
    initialValues: { email: '' },
    validate: (values) => errorsFromSchema(forgotPasswordForm, values),
  });

  function send(values: { email: string }) {
    resend.mutate(values.email.trim());
  }

  return (
    <CheckedForm form={form} labels={{ email: 'Email' }} onValid={send}>
      {resend.error && <CallFailure title="We couldn't send the link" error={resend.error} />}
      <Stack gap={16}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          size="md"
          required
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="md" fullWidth loading={resend.isPending}>
          {verifyTexts.sendAgain}
        </Button>
        <Text size="md" aria-live="polite">
          {resend.isSuccess && verifyTexts.sent}
        </Text>
      </Stack>
    </CheckedForm>
  );
}
