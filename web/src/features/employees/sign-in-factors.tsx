import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { useResetFactors, useSignOutEmployee } from './employees.api.ts';
import classes from './employees.module.css';
import { factorTexts, signOutTexts } from './employees.texts.ts';

/** Whether an employee has a second factor, and the way out for someone who lost it, or a computer. */
export function SignInFactors({ employee }: { employee: User }) {
  const [asking, setAsking] = useState<'reset' | 'sign-out' | null>(null);
  const [reset, signOut] = [useResetFactors(), useSignOutEmployee()];
  const name = fullName(employee);
  const confirm = (change: typeof reset) => {
    setAsking(null);
    change.mutate(employee);
  };
  return (
    <SectionCard
      title={factorTexts.title}
      action={
        <Group gap={0} justify="flex-end">
          <Button variant="subtle" loading={signOut.isPending} onClick={() => setAsking('sign-out')}>
            {signOutTexts.button}
          </Button>
          {employee.secondFactor && (
            <Button variant="subtle" loading={reset.isPending} onClick={() => setAsking('reset')}>
              {factorTexts.reset}
            </Button>
          )}
        </Group>
      }
    >
      <Text className={classes.factors}>{employee.secondFactor ? factorTexts.has(name) : factorTexts.none(name)}</Text>
      <ConfirmDialog
        opened={asking === 'reset'}
        {...factorTexts.question(name)}
        onCancel={() => setAsking(null)}
        onConfirm={() => confirm(reset)}
      />
      <ConfirmDialog
        opened={asking === 'sign-out'}
        {...signOutTexts.question(name)}
        onCancel={() => setAsking(null)}
        onConfirm={() => confirm(signOut)}
      />
    </SectionCard>
  );
}
