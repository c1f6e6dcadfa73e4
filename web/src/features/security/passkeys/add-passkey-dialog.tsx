import { Text, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { fieldErrors } from '../../../lib/api.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { FormFailure } from '../../../ui/form/form-errors.tsx';
import { useRequiredField } from '../../../ui/form/use-required-field.ts';
import { noticeThen } from '../../../ui/notices/notices.tsx';
import { passkeyTexts as texts } from '../security.texts.ts';
import { useAddPasskey } from './passkeys.api.ts';

/** Names a passkey, which the browser then creates. */
export function AddPasskeyDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const add = useAddPasskey(userId);
  const name = useRequiredField(texts.nameRequired, fieldErrors(add.error).name);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.check()) add.mutate(name.value.trim(), noticeThen(texts.added, onClose));
  }

  return (
    <Dialog opened onClose={onClose} title={texts.add}>
      <form noValidate onSubmit={submit}>
        <FormFailure title={texts.addFailed} error={add.error} labels={{ name: texts.name }} />
        <Text mb="md">{texts.addHint}</Text>
        <TextInput label={texts.name} description={texts.nameHint} maxLength={100} data-autofocus {...name.input} />
        <SubmitFooter onCancel={onClose} action={texts.add} pending={add.isPending} />
      </form>
    </Dialog>
  );
}
