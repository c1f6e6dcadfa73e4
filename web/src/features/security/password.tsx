import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { loadLater } from '../../lib/load-later.tsx';
import { passwordTexts as texts } from './security.texts.ts';
import { SecurityPart } from './security-part.tsx';

const ChangePasswordDialog = loadLater(async () => (await import('./change-password-dialog.tsx')).ChangePasswordDialog);

export function Password({ user, organization }: { user: User; organization: string | undefined }) {
  const [changing, setChanging] = useState(false);
  return (
    <SecurityPart
      title="Password"
      hint={texts.hint}
      action={
        <Button variant="default" onClick={() => setChanging(true)}>
          {texts.title}
        </Button>
      }
    >
      <Suspense>
        {changing && (
          <ChangePasswordDialog user={user} organization={organization} onClose={() => setChanging(false)} />
        )}
      </Suspense>
    </SecurityPart>
  );
}
