import type { User } from '@kinbridge/contract/users/users.contract';
import { Alert, Button } from '@mantine/core';
import { IconCircleMinus, IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { userQuery } from './users.api.ts';
import { userTexts } from './users.texts.ts';

/** Tells staff who may not work yet, or no longer, how things stand. */
export function AccountNotice({ user }: { user: User }) {
  const { refetch, isFetching } = useQuery(userQuery(user.id));
  if (user.status === 'ACTIVE') return null;
  if (user.status === 'INACTIVE') {
    return (
      <Alert color="gray" icon={<IconCircleMinus size={18} />} title={userTexts.terminatedTitle}>
        {userTexts.terminated}
      </Alert>
    );
  }
  return (
    <Alert color="teal" icon={<IconHourglass size={18} />} title={userTexts.pendingTitle}>
      {userTexts.pending}
      <Button variant="default" mt={10} display="block" loading={isFetching} onClick={() => void refetch()}>
        Check again
      </Button>
    </Alert>
  );
}
