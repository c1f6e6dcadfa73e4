import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { loadLater, usePreload } from '../../lib/load-later.tsx';
import { IconPlus } from '../../ui/icons/icons.ts';
import { employeesTexts } from './employees.texts.ts';

const InviteDialog = loadLater(async () => (await import('./invite-dialog.tsx')).InviteDialog);

/** The dialog has its own URL, so that other pages can link to it. */
export function InviteButton({ organizationId }: { organizationId: number }) {
  const [params, setParams] = useSearchParams();
  usePreload(InviteDialog);

  function show(open: boolean) {
    const next = new URLSearchParams(params);
    if (open) next.set('invite', '1');
    else next.delete('invite');
    setParams(next, { replace: true });
  }

  return (
    <>
      <Button leftSection={<IconPlus />} onClick={() => show(true)}>
        {employeesTexts.invite}
      </Button>
      <Suspense>
        {params.has('invite') && <InviteDialog organizationId={organizationId} onClose={() => show(false)} />}
      </Suspense>
    </>
  );
}
