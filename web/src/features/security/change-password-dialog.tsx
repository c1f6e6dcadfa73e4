import { changePasswordForm } from '@kinbridge/contract/auth/auth.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldErrors } from '../../lib/api.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../ui/dialog/submit-footer.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { NewPasswordField } from '../../ui/fields/password-field-new.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { FormFailure } from '../../ui/form/form-errors.tsx';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { noticeThen } from '../../ui/notices/notices.tsx';
import { useChangePassword } from './security.api.ts';
import { passwordTexts as texts } from './security.texts.ts';

interface ChangePasswordDialogProps {
  user: User;
  organization: string | undefined;
  onClose: () => void;
}

const labels = { currentPassword: 'Current password', password: 'New password' };

export function ChangePasswordDialog({ user, organization, onClose }: ChangePasswordDialogProps) {
  const change = useChangePassword(user);
  const form = useForm({
    initialValues: { currentPassword: '', password: '' },
    validate: (values) => errorsFromSchema(changePasswordForm, values),
  });

  function save(values: typeof form.values) {
    change.mutate(values, {
      ...noticeThen(texts.changed, onClose),
      onError: (error) => form.setErrors(fieldErrors(error)),
    });
  }

  return (
    <Dialog opened onClose={onClose} title={texts.title}>
      <CheckedForm form={form} labels={labels} onValid={save}>
        <FormFailure title={texts.failed} error={change.error} labels={labels} />
        <Stack gap={16}>
          {/* For password managers, which store the new password under this name. */}
          <input hidden readOnly autoComplete="username" value={user.email ?? ''} />
          <PasswordField
            label={labels.currentPassword}
            required
            withAsterisk={false}
            {...form.getInputProps('currentPassword')}
          />
          <NewPasswordField
            known={[organization, fullName(user), user.email]}
            label={labels.password}
            required
            withAsterisk={false}
            {...form.getInputProps('password')}
          />
        </Stack>
        <SubmitFooter onCancel={onClose} action={texts.title} pending={change.isPending} />
      </CheckedForm>
    </Dialog>
  );
}
