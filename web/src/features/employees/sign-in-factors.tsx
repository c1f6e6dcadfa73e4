import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { useResetFactors } from './employees.api.ts';
import classes from './employees.module.css';
import { factorTexts } from './employees.texts.ts';

/** Whether an employee has a second factor, and the way out for someone who lost it. */
export function SignInFactors({ employee }: { employee: User }) {
  const [asking, setAsking] = useState(false);
  const reset = useResetFactors();
  const name = fullName(employee);
  return (
    <SectionCard
      title={factorTexts.title}
      action={
        employee.secondFactor && (
          <Button variant="subtle" loading={reset.isPending} onClick={() => setAsking(true)}>
            {factorTexts.reset}
          </Button>
        )
      }
    >
      <Text className={classes.factors}>{employee.secondFactor ? factorTexts.has(name) : factorTexts.none(name)}</Text>
      <ConfirmDialog
        opened={asking}
        {...factorTexts.question(name)}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          reset.mutate(employee);
        }}
      />
    </SectionCard>
  );
}
