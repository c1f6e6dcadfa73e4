import { fullName } from '@kinbridge/contract/users/full-name';
import { type UserStatus, userStatusLabels } from '@kinbridge/contract/users/user-status';
import type { User } from '@kinbridge/contract/users/users.contract';
import { NativeSelect } from '@mantine/core';
import { userStatusLooks } from '../../ui/user-status-chip.tsx';
import classes from './employees.module.css';

interface EmployeeStatusSelectProps {
  employee: User;
  disabled: boolean;
  onChoose: (status: UserStatus) => void;
}

/** Specification §4: Active and Terminated can be chosen; everyone starts as Pending. */
export function EmployeeStatusSelect({ employee, disabled, onChoose }: EmployeeStatusSelectProps) {
  const { color, icon: StatusIcon } = userStatusLooks[employee.status];
  return (
    <NativeSelect
      className={`relative above ${classes.status}`}
      aria-label={`Status of ${fullName(employee)}`}
      value={employee.status}
      disabled={disabled}
      onChange={(event) => onChoose(event.currentTarget.value as UserStatus)}
      leftSection={<StatusIcon color={`var(--kb-chip-${color}-icon)`} aria-hidden="true" />}
    >
      {employee.status === 'PENDING' && (
        <option value="PENDING" disabled>
          {userStatusLabels.PENDING}
        </option>
      )}
      <option value="ACTIVE">{userStatusLabels.ACTIVE}</option>
      <option value="INACTIVE">{userStatusLabels.INACTIVE}</option>
    </NativeSelect>
  );
}
