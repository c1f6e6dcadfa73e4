import { Button, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { encode } from 'uqr';
import { fieldErrors } from '../../../lib/api.ts';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { OneTimeCodeField } from '../../../ui/fields/one-time-code-field.tsx';
import { FormFailure } from '../../../ui/form/form-errors.tsx';
import { useRequiredField } from '../../../ui/form/use-required-field.ts';
import { IconCopy } from '../../../ui/icons/first-icons.ts';
import { copyText } from '../../../ui/notices/copy-text.ts';
import { authenticatorTexts as texts } from '../security.texts.ts';
import { useConfirmAuthenticator } from './authenticator.api.ts';
import classes from './authenticator.module.css';

interface FirstCodeProps {
  userId: number;
  setup: { secret: string; uri: string };
  onCancel: () => void;
  onTurnedOn: (recoveryCodes: string[]) => void;
}

/** The secret for the app, as a picture and as text, and the first code, which shows that the app has it. */
export function FirstCode({ userId, setup, onCancel, onTurnedOn }: FirstCodeProps) {
  const confirm = useConfirmAuthenticator(userId);
  const code = useRequiredField(texts.codeRequired, fieldErrors(confirm.error).code);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!code.check()) return;
    confirm.mutate(code.value, {
      onSuccess: ({ recoveryCodes }) => onTurnedOn(recoveryCodes),
      onError: () => code.field.current?.select(),
    });
  }

  const copySecret = () => copyText(setup.secret, { copied: texts.secretCopied, notCopied: texts.secretNotCopied });

  return (
    <form noValidate onSubmit={submit}>
      <FormFailure title={texts.turnOnFailed} error={confirm.error} labels={{ code: texts.code }} />
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
      <OneTimeCodeField label={texts.code} data-autofocus {...code.input} onType={code.change} />
      <SubmitFooter onCancel={onCancel} action={texts.turnOn} pending={confirm.isPending} />
    </form>
  );
}

/** Easier to type from a screen; apps ignore the spaces. */
function inGroups(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ');
}

/** A QR code. Dark on white in both color schemes, because not every camera reads it inverted. */
function QrCode({ text, label }: { text: string; label: string }) {
  // Quiet space of four modules, as the standard asks for.
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className={`round-md block ${classes.qrCode}`} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
