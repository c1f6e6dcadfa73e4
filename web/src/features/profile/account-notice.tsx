import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userQuery } from '../../lib/queries/user.query.ts';
import { IconHourglass } from '../../ui/icons/icons.ts';
import { IconCircleMinus, IconMailX } from '../../ui/icons/later-icons.ts';
import { Notice } from '../../ui/notices/notice.tsx';
import { userTexts } from './users.texts.ts';

/** Explains the account status to staff who can't work yet or anymore. */
export function AccountNotice({ user }: { user: User }) {
  if (user.status === 'PENDING') return <PendingNotice user={user} />;
  if (user.status === 'ACTIVE') return null;
  return (
    <Notice icon={IconCircleMinus} title={userTexts.terminatedTitle}>
      {userTexts.terminated}
    </Notice>
  );
}

/** Emails to the person don't arrive, which nobody would notice otherwise. */
export function RefusedEmailNotice({ user, own }: { user: User; own: boolean }) {
  if (user.refusedEmail === undefined) return null;
  return (
    <Notice icon={IconMailX} title={userTexts.refusedTitle(user.refusedEmail)} alert>
      {own ? userTexts.refusedOwn : userTexts.refused(fullName(user))}
    </Notice>
  );
}

function PendingNotice({ user }: { user: User }) {
  const { refetch, isFetching, dataUpdatedAt } = useQuery(userQuery(user.id));
  const [checked, setChecked] = useState(false);

  async function check() {
    await refetch();
    setChecked(true);
  }

  return (
    <Notice
      icon={IconHourglass}
      title={userTexts.pendingTitle}
      action={
        <Button variant="default" loading={isFetching} onClick={() => void check()}>
          Check again
        </Button>
      }
    >
      {userTexts.pending}
      {checked && ` ${userTexts.stillPending(new Date(dataUpdatedAt))}`}
    </Notice>
  );
}
