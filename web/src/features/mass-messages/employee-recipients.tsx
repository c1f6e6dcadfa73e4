import { inNumbers } from '@kinbridge/contract/shared/counted';
import { fullName } from '@kinbridge/contract/users/full-name';
import { userTypeLabels } from '@kinbridge/contract/users/user-status';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { formatPhoneNumber } from '../../lib/format-phone-number.ts';
import type { ListSort } from '../../lib/lists/list-url.ts';
import { staffQuery } from '../../lib/queries/staff.query.ts';
import { ListTools, ListToolsSpace } from '../../ui/page/list-page.tsx';
import { StateScreen } from '../../ui/states/state-screen.tsx';
import { CutText } from '../../ui/table/cut-text.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column, FocusProps } from '../../ui/table/data-table-columns.ts';
import { SearchBox } from '../../ui/table/search-box.tsx';
import { UserStatusChip } from '../../ui/user-status-chip.tsx';
import { withChosen } from './chosen-ids.ts';
import type { MassMessageDraft } from './mass-message-draft.ts';
import classes from './mass-messaging.module.css';
import { massMessagingTexts } from './mass-messaging.texts.ts';

interface EmployeeRecipientsProps {
  organizationId: number;
  draft: MassMessageDraft;
  onChange: (change: Partial<MassMessageDraft>) => void;
}

type SortField = 'id' | 'name' | 'role' | 'email';

const sortText: Record<Exclude<SortField, 'id'>, (user: User) => string> = {
  name: fullName,
  role: ({ userType }) => userTypeLabels[userType],
  email: ({ email }) => email ?? '',
};

/** The staff in one list, searched and sorted here because they are few. */
export function EmployeeRecipients({ organizationId, draft, onChange }: EmployeeRecipientsProps) {
  const list = useQuery(staffQuery(organizationId));
  const { data: staff } = list;
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<ListSort<SortField>>({ field: 'id', descending: true });
  const { employeeIds } = draft;
  const selected = useMemo(() => new Set(employeeIds), [employeeIds]);
  const rows = useMemo(() => staff && arrange(staff, search, sort), [staff, search, sort]);

  function choose(users: User[], on: boolean) {
    const touched = users.map(({ id }) => id);
    onChange({ employeeIds: withChosen(employeeIds, touched, on) });
  }

  return (
    <>
      <ListTools>
        <SearchBox placeholder={massMessagingTexts.searchEmployees} value={search} onSearch={setSearch} />
        <ListToolsSpace />
        {rows && rows.length > 0 && (
          <Button variant="light" onClick={() => choose(rows, true)}>
            Select all {inNumbers(rows.length)}
          </Button>
        )}
      </ListTools>
      <DataTable
        label="Employees"
        columns={columns}
        narrow={(user, focus) => <NarrowEmployee user={user} focus={focus} />}
        rows={rows}
        rowName={fullName}
        sort={sort}
        onSort={setSort}
        selection={{ selected, onChange: choose }}
        onOpen={(user) => choose([user], !selected.has(user.id))}
        listKey={JSON.stringify([search, sort])}
        list={list}
        empty={
          rows?.length === 0 && (
            <StateScreen
              title="No one matches"
              text="No employees match your search."
              actions={
                <Button variant="light" onClick={() => setSearch('')}>
                  Clear search
                </Button>
              }
            />
          )
        }
      />
    </>
  );
}

function arrange(staff: User[], search: string, { field, descending }: ListSort<SortField>): User[] {
  const words = search.toLowerCase().split(/\s+/);
  const found = staff.filter((user) => {
    const text = [user.id, fullName(user), userTypeLabels[user.userType], user.email].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const direction = descending ? -1 : 1;
  return found.toSorted((a, b) =>
    field === 'id'
      ? direction * (a.id - b.id)
      : direction * sortText[field](a).localeCompare(sortText[field](b), 'en-US') || b.id - a.id,
  );
}

/** The six columns of specification §2. */
const columns: Column<User, SortField>[] = [
  {
    key: 'id',
    title: 'ID',
    width: 74,
    sort: 'id',
    rigid: true,
    startsFalling: true,
    render: ({ id }, focus) => (
      <span {...focus} className="dimmed">
        {id}
      </span>
    ),
  },
  {
    key: 'name',
    title: 'Employee Name',
    width: 200,
    sort: 'name',
    render: (user) => (
      <span className={classes.name}>
        <CutText>{fullName(user)}</CutText>
      </span>
    ),
  },
  {
    key: 'role',
    title: 'Role',
    width: 100,
    sort: 'role',
    rigid: true,
    hides: 2,
    render: ({ userType }) => userTypeLabels[userType],
  },
  {
    key: 'email',
    title: 'Email',
    width: 240,
    sort: 'email',
    hides: 1,
    render: ({ email }) => <CutText>{email ?? '-'}</CutText>,
  },
  {
    key: 'phone',
    title: 'Phone Number',
    width: 140,
    rigid: true,
    render: ({ phoneNumber }) => (phoneNumber ? formatPhoneNumber(phoneNumber) : '-'),
  },
  {
    key: 'status',
    title: 'Status',
    width: 120,
    kind: 'chip',
    rigid: true,
    render: ({ status }) => (status ? <UserStatusChip status={status} /> : '-'),
  },
];

function NarrowEmployee({ user, focus }: { user: User; focus: FocusProps }) {
  return (
    <>
      <div className={`row gap-xs line-22 text-reading ${classes.narrowFirst}`}>
        <span {...focus} className={classes.name} dir="auto">
          {fullName(user)}
        </span>
        {user.status !== 'ACTIVE' && <UserStatusChip status={user.status} />}
      </div>
      <div className="cut text-sm line-20 dimmed">
        {userTypeLabels[user.userType]} · {user.phoneNumber ? formatPhoneNumber(user.phoneNumber) : '-'}
      </div>
    </>
  );
}
