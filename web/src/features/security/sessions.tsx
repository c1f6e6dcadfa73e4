import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../lib/dates.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { IconCheck } from '../../ui/icons/first-icons.ts';
import { notifyError, notifySuccess, outcomeNotices } from '../../ui/notices/notices.tsx';
import { ActionList } from '../../ui/section/action-list.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './security.api.ts';
import { sessionTexts as texts } from './security.texts.ts';
import { SecurityPart } from './security-part.tsx';

/** Where the person is signed in. They can end any session but this one, which Logout ends. */
export function Sessions({ user }: { user: User }) {
  const sessions = useQuery(sessionsQuery(user.id));
  const end = useEndSession(user.id, ({ message }) => notifyError(`${texts.endFailed} ${message}`));
  const endOthers = useEndOtherSessions(user.id);
  const [asking, setAsking] = useState(false);
  const others = sessions.data?.some(({ current }) => !current);

  function confirm() {
    const notices = outcomeNotices(texts.othersEnded, texts.endFailed);
    endOthers.mutate(undefined, { ...notices, onSettled: () => setAsking(false) });
  }

  return (
    <SecurityPart
      title={texts.title}
      hint={texts.hint}
      action={
        others && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {texts.endOthers}
          </Button>
        )
      }
    >
      <ActionList query={sessions} rows={1}>
        {({ id, device, current, lastUsedTimestamp }) => ({
          key: id,
          name: device,
          note: texts.lastUsed(formatDateTime(lastUsedTimestamp)),
          action: current ? (
            <StatusChip color="green" icon={IconCheck} label={texts.thisDevice} />
          ) : (
            <Button
              variant="default"
              aria-label={texts.endOne(device)}
              loading={end.isPending && end.variables === id}
              onClick={() => end.mutate(id, { onSuccess: () => notifySuccess(texts.ended(device)) })}
            >
              {texts.end}
            </Button>
          ),
        })}
      </ActionList>
      <ConfirmDialog
        opened={asking}
        title={texts.endOthersTitle}
        text={texts.endOthersText}
        confirm={texts.endOthers}
        waiting={endOthers.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={confirm}
      />
    </SecurityPart>
  );
}
