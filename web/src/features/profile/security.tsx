import type { User } from '@kinbridge/contract/users/users.contract';
import { Button, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { loadLater } from '../../lib/load-later.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import classes from './email-preferences.module.css';
import { passwordTexts as texts } from './users.texts.ts';

const ChangePasswordDialog = loadLater(async () => (await import('./change-password-dialog.tsx')).ChangePasswordDialog);

interface SecurityProps {
  user: User;
  /** The name of their organization, once known. */
  organization?: string | undefined;
}

/** How the person signs in. */
export function Security({ user, organization }: SecurityProps) {
  const [changing, setChanging] = useState(false);
  return (
    <SectionCard
      title="Security"
      action={
        <Button variant="subtle" onClick={() => setChanging(true)}>
          {texts.title}
        </Button>
      }
    >
      <Text className={classes.hint}>{texts.hint}</Text>
      <Suspense>
        {changing && (
          <ChangePasswordDialog user={user} organization={organization} onClose={() => setChanging(false)} />
        )}
      </Suspense>
    </SectionCard>
  );
}
