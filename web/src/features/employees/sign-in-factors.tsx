import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Group, Text } from '@mantine/core';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import type { Question } from '../../ui/dialog/confirm-dialog.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { useResetSignIn, useSignOutEmployee } from './employees.api.ts';
import classes from './employees.module.css';
import { factorTexts, linkTexts, signOutTexts } from './employees.texts.ts';

/** How an employee signs in, and the way out for someone who lost a factor or a computer, or whom single sign-on refuses. */
export function SignInFactors({ employee }: { employee: User }) {
  const [reset, unlink] = [useResetSignIn('factors'), useResetSignIn('single-sign-on')];
  const signOut = useSignOutEmployee();
  const name = fullName(employee);
  const ask = (change: typeof reset, question: Question, label: string) => (
    <ConfirmButton
      variant="subtle"
      loading={change.isPending}
      question={question}
      onConfirm={() => change.mutate(employee)}
    >
      {label}
    </ConfirmButton>
  );
  return (
    <SectionCard
      title={factorTexts.title}
      action={
        <Group gap={0} className={`justify-end ${classes.signInActions}`}>
          {ask(signOut, signOutTexts.question(name), signOutTexts.button)}
          {employee.secondFactor && ask(reset, factorTexts.question(name), factorTexts.reset)}
          {employee.singleSignOn && ask(unlink, linkTexts.question(name), linkTexts.unlink)}
        </Group>
      }
    >
      <Text className="border-top card-body">
        {employee.secondFactor ? factorTexts.has(name) : factorTexts.none(name)}{' '}
        {employee.singleSignOn && linkTexts.has}
      </Text>
    </SectionCard>
  );
}
