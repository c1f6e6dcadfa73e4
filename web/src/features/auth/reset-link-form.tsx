import { newPasswordForm } from '@kinbridge/contract/auth/auth.contract';
import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldErrors } from '../../lib/api.ts';
import { NewPasswordField } from '../../ui/fields/password-field-new.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { FormFailure } from '../../ui/form/form-errors.tsx';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { LoginLink } from '../../ui/page/login-link.tsx';
import { SlideHeading } from '../../ui/slides/slides.tsx';
import { useSetNewPassword } from './reset.api.ts';
import { resetLabels, resetTexts } from './reset.texts.ts';

const labels = { password: resetLabels.password };

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

  function send({ password }: { password: string }) {
    change.mutate(
      { token, password },
      {
        onSuccess: () => {
          form.reset();
          onDone();
        },
        onError: (error) => {
          const fields = fieldErrors(error);
          if (fields.token) onVoid(error);
          else form.setErrors(fields);
        },
      },
    );
  }

  return (
    <CheckedForm
      form={form}
      labels={labels}
      onValid={send}
      heading={<SlideHeading lead={resetTexts.linkLead}>{resetTexts.codeTitle}</SlideHeading>}
    >
      <FormFailure title={resetTexts.changeFailure} error={change.error} labels={labels} />
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
        <LoginLink />
      </Stack>
    </CheckedForm>
  );
}
