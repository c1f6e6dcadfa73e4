import { Button } from '@mantine/core';
import { formatBirthday } from '../../lib/dates.ts';
import { IconPlus, IconUpload } from '../../ui/icons/icons.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { NothingFound } from '../../ui/states/nothing-found.tsx';
import { memberTexts } from './members.texts.ts';
import type { useMembersUrl } from './members-url.ts';

interface MembersEmptyProps {
  address: ReturnType<typeof useMembersUrl>;
  onAdd: () => void;
  onUpload: () => void;
}

/** No results, or no members yet. */
export function MembersEmpty({ address, onAdd, onUpload }: MembersEmptyProps) {
  const { name, birthDate } = address.search;
  if (!address.searched) {
    return (
      <EmptyState
        title={memberTexts.emptyTitle}
        text={memberTexts.empty}
        actions={
          <>
            <Button variant="light" leftSection={<IconPlus />} onClick={onAdd}>
              {memberTexts.add}
            </Button>
            <Button variant="light" leftSection={<IconUpload />} onClick={onUpload}>
              {memberTexts.upload}
            </Button>
          </>
        }
      />
    );
  }
  const words = [name && `“${name}”`, birthDate && `the birthday ${formatBirthday(birthDate)}`].filter(Boolean);
  return (
    <NothingFound
      title={`No one matches ${words.join(' and ')}`}
      text={memberTexts.searchHint}
      onClear={address.clear}
    />
  );
}
