import { fullName } from '@kinbridge/contract/users/full-name';
import { userTypeLabels } from '@kinbridge/contract/users/user-status';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Button, NativeSelect } from '@mantine/core';
import { organizationOf } from '../../lib/current-user.ts';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { IconUserCheck, IconUserOff } from '../../ui/icons/later-icons.ts';
import { useChangeEmployee } from './employees.api.ts';
import classes from './employees.module.css';
import { employeesTexts, leavingQuestion } from './employees.texts.ts';

/** Specification §4: Admin or Employee. */
export function EmployeeRoleSelect({ employee }: { employee: User }) {
  const change = useChangeEmployee(organizationOf(employee));
  return (
    <NativeSelect
      className={classes.role}
      aria-label={`Role of ${fullName(employee)}`}
      value={employee.userType}
      disabled={change.isPending}
      data-loading={change.isPending || undefined}
      data={(['ADMIN', 'EMPLOYEE'] as const).map((value) => ({ value, label: userTypeLabels[value] }))}
      onChange={(event) =>
        change.mutate({ employee, change: event.currentTarget.value === 'ADMIN' ? 'promote-admin' : 'revoke-admin' })
      }
    />
  );
}

/**
 * Specification §4: its action depends on whether the employee is active. Pending employees are approved or declined.
 */
export function EmployeeStatusButton({ employee }: { employee: User }) {
  const change = useChangeEmployee(organizationOf(employee));
  const pending = employee.status === 'PENDING';
  return (
    <>
      {(employee.active || pending) && (
        <ConfirmButton
          variant="default"
          c="var(--kb-alert)"
          leftSection={<IconUserOff />}
          loading={change.isPending}
          question={leavingQuestion(employee)}
          onConfirm={() => change.mutate({ employee, change: 'terminate' })}
        >
          {pending ? employeesTexts.decline : employeesTexts.terminate}
        </ConfirmButton>
      )}
      {!employee.active && (
        <Button
          variant="default"
          leftSection={<IconUserCheck />}
          loading={change.isPending}
          onClick={() => change.mutate({ employee, change: 'activate' })}
        >
          {pending ? employeesTexts.approve : employeesTexts.activate}
        </Button>
      )}
    </>
  );
}
