import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { useResetSignIn, useSignOutEmployee } from './employees.api.ts';
import classes from './employees.module.css';
import { factorTexts, linkTexts, signOutTexts } from './employees.texts.ts';

/** How an employee signs in, and the way out for someone who lost a factor or a computer, or whom single sign-on refuses. */
export function SignInFactors({ employee }: { employee: User }) {
  const [asking, setAsking] = useState<'reset' | 'unlink' | 'sign-out' | null>(null);
  const [reset, unlink] = [useResetSignIn('factors'), useResetSignIn('single-sign-on')];
  const signOut = useSignOutEmployee();
  const name = fullName(employee);
  const confirm = (change: typeof reset) => {
    setAsking(null);
    change.mutate(employee);
  };
  return (
    <SectionCard
      title={factorTexts.title}
      action={
        <Group gap={0} className={`justify-end ${classes.signInActions}`}>
          <Button variant="subtle" loading={signOut.isPending} onClick={() => setAsking('sign-out')}>
            {signOutTexts.button}
          </Button>
          {employee.secondFactor && (
            <Button variant="subtle" loading={reset.isPending} onClick={() => setAsking('reset')}>
              {factorTexts.reset}
            </Button>
          )}
          {employee.singleSignOn && (
            <Button variant="subtle" loading={unlink.isPending} onClick={() => setAsking('unlink')}>
              {linkTexts.unlink}
            </Button>
          )}
        </Group>
      }
    >
      <Text className="border-top card-body">
        {employee.secondFactor ? factorTexts.has(name) : factorTexts.none(name)}{' '}
        {employee.singleSignOn && linkTexts.has}
      </Text>
      <ConfirmDialog
        opened={asking === 'reset'}
        {...factorTexts.question(name)}
        onCancel={() => setAsking(null)}
        onConfirm={() => confirm(reset)}
      />
      <ConfirmDialog
        opened={asking === 'unlink'}
        {...linkTexts.question(name)}
        onCancel={() => setAsking(null)}
        onConfirm={() => confirm(unlink)}
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
