import { counted } from '@kinbridge/contract/shared/counted';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { loadLater } from '../../../lib/load-later.tsx';
import { notifyError } from '../../../ui/notices/notices.tsx';
import { SectionFailure } from '../../../ui/section/section-failure.tsx';
import { authenticatorTexts as texts } from '../security.texts.ts';
import { SecurityPart } from '../security-part.tsx';
import { authenticatorQuery, useBeginAuthenticator } from './authenticator.api.ts';

const TurnOnDialog = loadLater(async () => (await import('./turn-on-dialog.tsx')).TurnOnDialog);
const NewCodesDialog = loadLater(async () => (await import('./new-codes-dialog.tsx')).NewCodesDialog);
const TurnOffDialog = loadLater(async () => (await import('./turn-off-dialog.tsx')).TurnOffDialog);

/** From here on, people should get new recovery codes. */
const fewCodes = 3;

/** Codes from an app as a second factor beside the password. */
export function AuthenticatorApp({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(authenticatorQuery(user.id));
  const begin = useBeginAuthenticator(user.id);
  const [open, setOpen] = useState<'on' | 'codes' | 'off' | null>(null);

  function turnOn() {
    begin.mutate(undefined, {
      onSuccess: () => setOpen('on'),
      onError: ({ message }) => notifyError(`${texts.beginFailed} ${message}`),
    });
  }

  return (
    <SecurityPart
      title={texts.title}
      hint={data?.enabled ? stateOf(data.recoveryCodesLeft) : texts.offHint}
      action={
        data &&
        (data.enabled ? (
          <>
            <Button variant="default" onClick={() => setOpen('codes')}>
              {texts.newCodes}
            </Button>
            <Button variant="default" onClick={() => setOpen('off')}>
              {texts.turnOff}
            </Button>
          </>
        ) : (
          <Button variant="default" loading={begin.isPending} onClick={turnOn}>
            {texts.turnOn}
          </Button>
        ))
      }
    >
      {!data && error && <SectionFailure sentence={error.message} onRetry={() => void refetch()} />}
      <Suspense>
        {open === 'on' && begin.data && <TurnOnDialog user={user} setup={begin.data} onClose={() => setOpen(null)} />}
        {open === 'codes' && <NewCodesDialog user={user} onClose={() => setOpen(null)} />}
        {open === 'off' && <TurnOffDialog user={user} onClose={() => setOpen(null)} />}
      </Suspense>
    </SecurityPart>
  );
}

function stateOf(recoveryCodesLeft: number): string {
  const left = counted(recoveryCodesLeft, 'recovery code');
  return recoveryCodesLeft > fewCodes ? texts.onHint(left) : texts.fewLeft(left);
}
