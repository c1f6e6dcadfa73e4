import { Button, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { Dialog, DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { notifySuccess } from '../../../ui/notices/notices.tsx';
import { passkeyTexts as texts } from '../security.texts.ts';
import { useAddPasskey } from './passkeys.api.ts';

/** Names a passkey, which the browser then creates. */
export function AddPasskeyDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const add = useAddPasskey(userId);
  const wrong = add.error instanceof ApiError ? add.error.fields.name : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = name.trim();
    setMissing(typed === '');
    if (typed === '') return field.current?.focus();
    add.mutate(typed, {
      onSuccess: () => {
        notifySuccess(texts.added);
        onClose();
      },
    });
  }

  return (
    <Dialog opened onClose={onClose} title={texts.add}>
      <form noValidate onSubmit={submit}>
        {add.error && !wrong && <CallFailure title={texts.addFailed} error={add.error} />}
        <Text mb="md">{texts.addHint}</Text>
        <TextInput
          ref={field}
          label={texts.name}
          description={texts.nameHint}
          maxLength={100}
          data-autofocus
          value={name}
          error={missing ? texts.nameRequired : wrong}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setMissing(false);
          }}
        />
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            {texts.add}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
