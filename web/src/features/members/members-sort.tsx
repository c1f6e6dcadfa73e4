import type { MemberSortField } from '@kinbridge/contract/members/member-sort-fields';
import { UnstyledButton } from '@mantine/core';
import type { ListSort } from '../../lib/lists/list-url.ts';
import { IconArrowDown, IconArrowUp } from '../../ui/icons/icons.ts';
import classes from './members-list.module.css';

const fields = [
  { field: 'firstName', label: 'Name' },
  { field: 'dateOfBirth', label: 'Birth Date' },
] as const;

interface MembersSortProps {
  sort: ListSort<MemberSortField>;
  onSort: (sort: ListSort<MemberSortField>) => void;
}

/** Sorting on a phone, where rows have no columns. */
export function MembersSort({ sort, onSort }: MembersSortProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be part of a form; these only sort.
    <div className={`border-bottom flex between fixed ${classes.sorts}`} role="group" aria-label="Sort by">
      {fields.map(({ field, label }) => {
        const sorted = sort.field === field;
        const SortIcon = sort.descending ? IconArrowDown : IconArrowUp;
        return (
          <UnstyledButton
            key={field}
            className={`inline-row gap-2xs text-sm bold dimmed min-h-44 ${classes.sort}`}
            data-sorted={sorted || undefined}
            aria-pressed={sorted}
            aria-label={sorted ? `${label}, ${sort.descending ? 'descending' : 'ascending'}` : label}
            onClick={() => onSort({ field, descending: sorted && !sort.descending })}
          >
            {label}
            {sorted && <SortIcon size={14} aria-hidden="true" />}
          </UnstyledButton>
        );
      })}
    </div>
  );
}
