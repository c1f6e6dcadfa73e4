import type { User } from '@kinbridge/contract/users/users.contract';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { fieldErrors } from '../../../lib/api.ts';
import { Dialog, DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { CheckedForm } from '../../../ui/form/checked-form.tsx';
import { FormFailure } from '../../../ui/form/form-errors.tsx';
import { noticeThen } from '../../../ui/notices/notices.tsx';
import { proofMethodsQuery } from '../proof/proof.api.ts';
import { passwordTexts, authenticatorTexts as texts } from '../security.texts.ts';
import { useTurnOffAuthenticator } from './authenticator.api.ts';

const labels = { password: 'Password', code: texts.turnOffCode };

/** Turning off the second factor needs both: the password and a code. */
export function TurnOffDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const turnOff = useTurnOffAuthenticator(user.id);
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (password === '' ? texts.passwordRequired : null),
      code: (code) => (code.trim() === '' ? texts.turnOffCodeRequired : null),
    },
  });
  const { data: { methods } = { methods: ['password'] } } = useQuery(proofMethodsQuery(user.id));

  function save({ password, code }: typeof form.values) {
    turnOff.mutate(
      { password, code: code.trim() },
      {
        ...noticeThen(texts.turnedOff, onClose),
        onError: (error) => form.setErrors(fieldErrors(error)),
      },
    );
  }

  if (!methods.includes('password')) {
    return (
      <Dialog opened onClose={onClose} title={texts.turnOffTitle}>
        <Text>{`${texts.turnOffNeedsPassword} ${passwordTexts.none}`}</Text>
        <DialogFooter>
          <Button onClick={onClose}>Close</Button>
        </DialogFooter>
      </Dialog>
    );
  }
  return (
    <Dialog opened onClose={onClose} title={texts.turnOffTitle}>
      <CheckedForm form={form} labels={labels} onValid={save}>
        <FormFailure title={texts.turnOffFailed} error={turnOff.error} labels={labels} />
        <Text mb="md">{texts.turnOffHint}</Text>
        <Stack gap={16}>
          {/* For password managers, which look for the account's name. */}
          <input hidden readOnly autoComplete="username" value={user.email ?? ''} />
          <PasswordField required withAsterisk={false} {...form.getInputProps('password')} />
          <TextInput
            label={labels.code}
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            {...form.getInputProps('code')}
          />
        </Stack>
        <SubmitFooter onCancel={onClose} action={texts.turnOff} color="red" pending={turnOff.isPending} />
      </CheckedForm>
    </Dialog>
  );
}
