import { Text, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { fieldErrors } from '../../../lib/api.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { FormFailure } from '../../../ui/form/form-errors.tsx';
import { useOnlyField } from '../../../ui/form/use-only-field.ts';
import { notifySuccess } from '../../../ui/notices/notices.tsx';
import { passkeyTexts as texts } from '../security.texts.ts';
import { useAddPasskey } from './passkeys.api.ts';

/** Names a passkey, which the browser then creates. */
export function AddPasskeyDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const add = useAddPasskey(userId);
  const name = useOnlyField(texts.nameRequired, fieldErrors(add.error).name);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!name.check()) return;
    add.mutate(name.value.trim(), {
      onSuccess: () => {
        notifySuccess(texts.added);
        onClose();
      },
    });
  }

  return (
    <Dialog opened onClose={onClose} title={texts.add}>
      <form noValidate onSubmit={submit}>
        <FormFailure title={texts.addFailed} error={add.error} labels={{ name: texts.name }} />
        <Text mb="md">{texts.addHint}</Text>
        <TextInput
          ref={name.field}
          label={texts.name}
          description={texts.nameHint}
          maxLength={100}
          data-autofocus
          value={name.value}
          error={name.error}
          onChange={name.onChange}
        />
        <SubmitFooter onCancel={onClose} action={texts.add} pending={add.isPending} />
      </form>
    </Dialog>
  );
}
