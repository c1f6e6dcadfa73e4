import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { IconCheck } from '../../ui/icons/first-icons.ts';
import classes from './employees.module.css';
import { employeesTexts } from './employees.texts.ts';

interface PendingDecisionProps {
  employee: User;
  onApprove: () => void;
  onDecline: () => void;
}

/** Approves or declines a pending employee. */
export function PendingDecision({ employee, onApprove, onDecline }: PendingDecisionProps) {
  const name = fullName(employee);
  return (
    <div className={`flex gap-6 relative above ${classes.decision}`}>
      <Button
        variant="light"
        leftSection={<IconCheck />}
        aria-label={`${employeesTexts.approve} ${name}`}
        onClick={onApprove}
      >
        {employeesTexts.approve}
      </Button>
      <Button variant="default" aria-label={`${employeesTexts.decline} ${name}`} onClick={onDecline}>
        {employeesTexts.decline}
      </Button>
    </div>
  );
}
