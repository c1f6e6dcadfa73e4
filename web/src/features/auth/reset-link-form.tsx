import { newPasswordForm } from '@kinbridge/contract/auth/auth.contract';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { NewPasswordField } from '../../ui/fields/password-field-new.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { SlideHeading } from '../../ui/slides/slides.tsx';
import { useSetNewPassword } from './reset.api.ts';
import { resetLabels, resetTexts } from './reset.texts.ts';

interface ResetLinkFormProps {
  token: string;
  onDone: () => void;
  /** The link has expired or was used. */
  onVoid: (error: Error) => void;
}

/** The second slide of the password reset for those who come with a mailed link. */
export function ResetLinkForm({ token, onDone, onVoid }: ResetLinkFormProps) {
  const form = useForm({
    initialValues: { password: '' },
    validate: (values) => errorsFromSchema(newPasswordForm.pick({ password: true }), values),
  });
  const change = useSetNewPassword();
  const beside = change.error instanceof ApiError && 'password' in change.error.fields;

  function send({ password }: { password: string }) {
    change.mutate(
      { token, password },
      {
        onSuccess: () => {
          form.reset();
          onDone();
        },
        onError: (error) => {
          const fields = error instanceof ApiError ? error.fields : {};
          if (fields.token) onVoid(error);
          else form.setErrors(fields);
        },
      },
    );
  }

  return (
    <CheckedForm
      form={form}
      labels={{ password: resetLabels.password }}
      onValid={send}
      heading={<SlideHeading lead={resetTexts.linkLead}>{resetTexts.codeTitle}</SlideHeading>}
    >
      {change.error && !beside && <CallFailure title={resetTexts.changeFailure} error={change.error} />}
      <Stack gap={16}>
        <NewPasswordField
          known={[]}
          label={resetLabels.password}
          size="md"
          required
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" fullWidth loading={change.isPending} mt={4}>
          Change password
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
