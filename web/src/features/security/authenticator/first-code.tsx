import { Button, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { OneTimeCodeField } from '../../../ui/fields/one-time-code-field.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { IconCopy } from '../../../ui/icons/first-icons.ts';
import { notifyError, notifySuccess } from '../../../ui/notices/notices.tsx';
import { authenticatorTexts as texts } from '../security.texts.ts';
import { useConfirmAuthenticator } from './authenticator.api.ts';
import classes from './authenticator.module.css';
import { QrCode } from './qr-code.tsx';

interface FirstCodeProps {
  userId: number;
  setup: { secret: string; uri: string };
  onCancel: () => void;
  onTurnedOn: (recoveryCodes: string[]) => void;
}

/** The secret for the app, as a picture and as text, and the first code, which shows that the app has it. */
export function FirstCode({ userId, setup, onCancel, onTurnedOn }: FirstCodeProps) {
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const confirm = useConfirmAuthenticator(userId);
  const wrong = confirm.error instanceof ApiError ? confirm.error.fields.code : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(code === '');
    if (code === '') return field.current?.focus();
    confirm.mutate(code, {
      onSuccess: ({ recoveryCodes }) => onTurnedOn(recoveryCodes),
      onError: () => field.current?.select(),
    });
  }

  async function copySecret() {
    try {
      await navigator.clipboard.writeText(setup.secret);
      notifySuccess(texts.secretCopied);
    } catch {
      // Pages without TLS can't write to the clipboard.
      notifyError(texts.secretNotCopied);
    }
  }

  return (
    <form noValidate onSubmit={submit}>
      {confirm.error && !wrong && <CallFailure title={texts.turnOnFailed} error={confirm.error} />}
      <Text>{texts.scan}</Text>
      <QrCode text={setup.uri} label={texts.qrCode} />
      <div className={`gap-xs px-md py-sm mb-md round-md row wrap soft ${classes.secret}`}>
        <div>
          <Text fz="xs" fw={600} c="var(--kb-label)">
            {texts.secret}
          </Text>
          <code className={`text-md anywhere ${classes.key}`}>{inGroups(setup.secret)}</code>
        </div>
        <Button variant="default" leftSection={<IconCopy />} onClick={() => void copySecret()}>
          {texts.copySecret}
        </Button>
      </div>
      <OneTimeCodeField
        ref={field}
        label={texts.code}
        data-autofocus
        value={code}
        error={missing ? texts.codeRequired : wrong}
        onType={(typed) => {
          setCode(typed);
          setMissing(false);
        }}
      />
      <DialogFooter>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={confirm.isPending}>
          {texts.turnOn}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Easier to type from a screen; apps ignore the spaces. */
function inGroups(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ');
}
