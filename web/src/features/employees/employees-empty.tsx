import { type UserStatus, userStatuses } from '@kinbridge/contract/users/user-status';
import { Button } from '@mantine/core';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { NothingFound } from '../../ui/states/nothing-found.tsx';
import { employeesTexts, emptyTexts, showTab } from './employees.texts.ts';

interface EmployeesEmptyProps {
  tab: UserStatus;
  search: string;
  /** How many people the search finds, by tab. */
  found: Record<UserStatus, number>;
  onTab: (status: UserStatus) => void;
  onClear: () => void;
}

/** A tab without rows: it is empty, or the search found nobody. */
export function EmployeesEmpty({ tab, search, found, onTab, onClear }: EmployeesEmptyProps) {
  if (search === '') return <EmptyState {...emptyTexts[tab]} />;
  const elsewhere = userStatuses.filter((status) => status !== tab && found[status] > 0);
  return (
    <NothingFound
      title={`Nothing matches “${search}”`}
      text={elsewhere.length > 0 ? 'Found in other tabs.' : employeesTexts.searched}
      elsewhere={
        elsewhere.length > 0 &&
        elsewhere.map((status) => (
          <Button key={status} variant="light" onClick={() => onTab(status)}>
            {showTab(status, found[status])}
          </Button>
        ))
      }
      onClear={onClear}
    />
  );
}
