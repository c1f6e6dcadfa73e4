import { forgotPasswordForm } from '@kinbridge/contract/auth/auth.contract';
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { LoginLink } from '../../ui/page/login-link.tsx';
import { SlideHeading } from '../../ui/slides/slides.tsx';
import { useRequestResetCode } from './reset.api.ts';
import { resetTexts } from './reset.texts.ts';

interface ResetEmailFormProps {
  email: string;
  /** They came with a mailed link that no longer works. */
  linkError: Error | undefined;
  onSent: (email: string) => void;
}

/** The first slide of the password reset: the address for the code. */
export function ResetEmailForm({ email, linkError, onSent }: ResetEmailFormProps) {
  const form = useForm({
    initialValues: { email },
    validate: (values) => errorsFromSchema(forgotPasswordForm, values),
  });
  const request = useRequestResetCode();
  const [title, error] = request.error
    ? [resetTexts.sendFailure, request.error]
    : [resetTexts.changeFailure, linkError];

  function send(values: { email: string }) {
    const address = values.email.trim();
    request.mutate(address, { onSuccess: () => onSent(address) });
  }

  return (
    <CheckedForm
      form={form}
      labels={{ email: 'Email' }}
      onValid={send}
      heading={<SlideHeading lead={resetTexts.lead}>{resetTexts.title}</SlideHeading>}
    >
      {error && <CallFailure title={title} error={error} />}
      <Stack gap={20}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          size="md"
          required
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="md" fullWidth loading={request.isPending}>
          Send code
        </Button>
        <LoginLink />
      </Stack>
    </CheckedForm>
  );
}
