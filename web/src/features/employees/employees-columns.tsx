import { fullName } from '@kinbridge/contract/users/full-name';
import { type UserStatus, userTypeLabels } from '@kinbridge/contract/users/user-status';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Anchor, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { formatPhoneNumber } from '../../lib/format-phone-number.ts';
import { IconMailX } from '../../ui/icons/later-icons.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { CutText } from '../../ui/table/cut-text.tsx';
import type { Column, FocusProps } from '../../ui/table/data-table-columns.ts';
import { NarrowRow } from '../../ui/table/narrow-row.tsx';
import { EmployeeStatusSelect } from './employee-status-select.tsx';
import classes from './employees.module.css';
import { employeesTexts, factorTexts } from './employees.texts.ts';
import type { EmployeeSortField } from './employees-search.ts';

export interface EmployeeRowProps {
  viewer: User;
  /** An active admin opens profiles and changes statuses, except their own. */
  admin: boolean;
  /** These people wait for an admin's decision, so their verified email always shows. */
  pending: boolean;
  onChoose: (employee: User, status: UserStatus) => void;
}

export function employeeColumns({
  viewer,
  admin,
  pending,
  onChoose,
}: EmployeeRowProps): Column<User, EmployeeSortField>[] {
  return [
    {
      key: 'id',
      title: 'ID',
      width: 64,
      sort: 'id',
      rigid: true,
      startsFalling: true,
      hides: 3,
      render: ({ id }) => <span className="dimmed">{id}</span>,
    },
    {
      key: 'name',
      title: 'Employee Name',
      width: 220,
      sort: 'name',
      render: (employee, focus) => (
        <span className="row min-w-0 gap-xs">
          <PersonAvatar {...employee} size={22} self={employee.id === viewer.id} />
          <EmployeeName employee={employee} admin={admin} focus={focus} />
        </span>
      ),
    },
    {
      key: 'role',
      title: 'Role',
      width: 100,
      sort: 'role',
      rigid: true,
      hides: 4,
      render: ({ userType }) => userTypeLabels[userType],
    },
    {
      key: 'email',
      title: 'Email',
      width: 240,
      sort: 'email',
      ...(!pending && { hides: 1 }),
      render: ({ email, refusedEmail }) =>
        refusedEmail === undefined ? <CutText>{email ?? '–'}</CutText> : <RefusedEmail address={refusedEmail} />,
    },
    {
      key: 'phone',
      title: 'Phone Number',
      width: 140,
      sort: 'phoneNumber',
      rigid: true,
      hides: 2,
      render: ({ phoneNumber }) => (phoneNumber ? formatPhoneNumber(phoneNumber) : '–'),
    },
    ...(admin && !pending ? [factorColumn] : []),
    {
      key: 'status',
      title: 'Status',
      width: 160,
      rigid: true,
      render: (employee) => (
        <EmployeeStatusSelect
          employee={employee}
          disabled={!admin || employee.id === viewer.id}
          onChoose={(status) => onChoose(employee, status)}
        />
      ),
    },
  ];
}

/** Sorting by it brings those without one to the top. */
const factorColumn: Column<User, EmployeeSortField> = {
  key: 'second-factor',
  title: factorTexts.column,
  width: 132,
  sort: 'secondFactor',
  rigid: true,
  hides: 2,
  render: ({ secondFactor }) => (secondFactor ? factorTexts.yes : factorTexts.no),
};

function RefusedEmail({ address }: { address: string }) {
  return (
    <span className="row min-w-0 gap-6 alert">
      <span title={employeesTexts.refusesEmail}>
        <IconMailX className="block fixed" size={16} aria-hidden="true" />
      </span>
      <VisuallyHidden component="span">{employeesTexts.refusesEmail}: </VisuallyHidden>
      <CutText>{address}</CutText>
    </span>
  );
}

/** An employee on a phone: the name, then role and phone number or email, or that their address refuses email. */
export function NarrowEmployee({
  employee,
  focus,
  viewer,
  admin,
  pending,
  onChoose,
}: EmployeeRowProps & { employee: User; focus: FocusProps }) {
  const { userType, phoneNumber, email, refusedEmail } = employee;
  const reach = phoneNumber && !pending ? formatPhoneNumber(phoneNumber) : email;
  return (
    <NarrowRow
      title={<EmployeeName employee={employee} admin={admin} focus={focus} />}
      second={
        refusedEmail === undefined ? (
          [userTypeLabels[userType], reach].filter(Boolean).join(' · ')
        ) : (
          <>
            <span className="bold alert">{employeesTexts.refusesEmail}</span> · {userTypeLabels[userType]}
          </>
        )
      }
      aside={
        <div className={classes.narrowStatus}>
          <EmployeeStatusSelect
            employee={employee}
            disabled={!admin || employee.id === viewer.id}
            onChoose={(status) => onChoose(employee, status)}
          />
        </div>
      }
    />
  );
}

interface EmployeeNameProps {
  employee: User;
  admin: boolean;
  focus: FocusProps;
}

/** Specification §6: only active admins open profiles from the list. */
function EmployeeName({ employee, admin, focus }: EmployeeNameProps) {
  if (!admin) return <span className="bold">{fullName(employee)}</span>;
  return (
    <Anchor component={Link} to={`/employees/${employee.id}`} {...focus} fw={600} fz="inherit" truncate>
      {fullName(employee)}
    </Anchor>
  );
}
