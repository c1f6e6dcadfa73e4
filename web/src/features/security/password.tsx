import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { loadLater } from '../../lib/load-later.tsx';
import { proofMethodsQuery } from './proof/proof.api.ts';
import { passwordTexts as texts } from './security.texts.ts';
import { SecurityPart } from './security-part.tsx';

const ChangePasswordDialog = loadLater(async () => (await import('./change-password-dialog.tsx')).ChangePasswordDialog);

export function Password({ user, organization }: { user: User; organization: string | undefined }) {
  const [changing, setChanging] = useState(false);
  const { data } = useQuery(proofMethodsQuery(user.id));
  const hasPassword = data?.methods.includes('password') ?? true;
  return (
    <SecurityPart
      title="Password"
      hint={hasPassword ? texts.hint : texts.none}
      action={
        hasPassword && (
          <Button variant="default" onClick={() => setChanging(true)}>
            {texts.title}
          </Button>
        )
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
