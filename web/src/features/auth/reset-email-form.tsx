import { forgotPasswordForm } from '@kinbridge/contract/auth/auth.contract';
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'react-router';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { SlideHeading } from '../../ui/slides/slides.tsx';
import { useRequestResetCode } from './reset.api.ts';
import { resetTexts } from './reset.texts.ts';

/** The first slide of the password reset: the address for the code. */
export function ResetEmailForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const form = useForm({
    initialValues: { email },
    validate: (values) => errorsFromSchema(forgotPasswordForm, values),
  });
  const request = useRequestResetCode();

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
      {request.error && <CallFailure title={resetTexts.sendFailure} error={request.error} />}
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
        <Text size="md">
          <Anchor component={Link} to="/login">
            Back to login
          </Anchor>
        </Text>
      </Stack>
    </CheckedForm>
  );
}
