import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatDate, formatDateTime } from '../../../lib/dates.ts';
import { loadLater } from '../../../lib/load-later.tsx';
import { passkeysWork } from '../../../lib/sign-in/passkey.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../../ui/notices/notices.tsx';
import { ActionList } from '../../../ui/section/action-list.tsx';
import { passkeyTexts as texts } from '../security.texts.ts';
import { SecurityPart } from '../security-part.tsx';
import { passkeysQuery, useRemovePasskey } from './passkeys.api.ts';

const AddPasskeyDialog = loadLater(async () => (await import('./add-passkey-dialog.tsx')).AddPasskeyDialog);

/** The person's passkeys. Each signs in alone, without a password. */
export function Passkeys({ user }: { user: User }) {
  const passkeys = useQuery(passkeysQuery(user.id));
  const remove = useRemovePasskey(user.id);
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<number | null>(null);
  const removed = passkeys.data?.find(({ id }) => id === asked);

  function confirm() {
    if (asked === null) return;
    remove.mutate(asked, {
      onSuccess: () => {
        setAsked(null);
        notifySuccess(texts.removed);
      },
      onError: ({ message }) => notifyError(`${texts.removeFailed} ${message}`),
    });
  }

  return (
    <SecurityPart
      title={texts.title}
      hint={passkeysWork() ? texts.hint : `${texts.hint} ${texts.unsupported}`}
      action={
        passkeysWork() && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        )
      }
    >
      <ActionList query={passkeys} rows={0}>
        {({ id, name, createTimestamp, lastUsedTimestamp }) => ({
          key: id,
          name,
          note: texts.note(formatDate(createTimestamp), lastUsedTimestamp && formatDateTime(lastUsedTimestamp)),
          action: (
            <Button variant="default" aria-label={`${texts.remove} ${name}`} onClick={() => setAsked(id)}>
              {texts.remove}
            </Button>
          ),
        })}
      </ActionList>
      <ConfirmDialog
        opened={removed !== undefined}
        title={texts.removeTitle(removed?.name ?? '')}
        text={texts.removeText}
        confirm={texts.remove}
        waiting={remove.isPending}
        onCancel={() => setAsked(null)}
        onConfirm={confirm}
      />
      <Suspense>{adding && <AddPasskeyDialog userId={user.id} onClose={() => setAdding(false)} />}</Suspense>
    </SecurityPart>
  );
}
