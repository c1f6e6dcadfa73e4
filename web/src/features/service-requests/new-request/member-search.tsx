import { toOneLine } from '@kinbridge/contract/shared/misleading';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconSearch } from '../../../ui/icons/icons.ts';
import classes from './member-fields.module.css';
import { memberMarks } from './member-suggestions.tsx';
import { likelyMembersQuery, searchLetters } from './new-request.api.ts';
import { newRequestTexts } from './new-request.texts.ts';

const pauseMs = 200;

interface MemberSearchProps {
  organizationId: number;
  autoFocus: boolean;
  onChoose: (member: User) => void;
}

/** Finds an existing member by name, phone, email or participant id. */
export function MemberSearch({ organizationId, autoFocus, onChoose }: MemberSearchProps) {
  const [typed, setTyped] = useState('');
  const words = toOneLine(typed);
  const [name] = useDebouncedValue(words, pauseMs);
  const found = useQuery(likelyMembersQuery(organizationId, { name, birthDate: '' }));
  const members = found.data?.content ?? [];
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const asked = name.length >= searchLetters && name === words;

  function open(text: string) {
    // An open list, even an empty one, would take the first Escape.
    if (text.trim().length >= searchLetters) combobox.openDropdown();
    else combobox.closeDropdown();
  }

  function choose(id: string) {
    const member = members.find((one) => String(one.id) === id);
    combobox.closeDropdown();
    if (member) onChoose(member);
  }

  return (
    // From the left edge: a hidden list has no width to center, and would widen a phone's page for a moment.
    <Combobox store={combobox} onOptionSubmit={choose} shadow="md" position="bottom-start">
      <Combobox.Target>
        <TextInput
          autoFocus={autoFocus}
          data-autofocus={autoFocus || undefined}
          type="search"
          aria-label={newRequestTexts.search}
          placeholder={newRequestTexts.search}
          autoComplete="off"
          leftSection={<IconSearch aria-hidden="true" />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            open(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
          onFocus={() => open(typed)}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            // Enter chooses a member and must not submit the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!asked || found.isPending}>
        <Combobox.Options aria-label={newRequestTexts.found}>
          {members.map((member) => (
            <Combobox.Option key={member.id} value={String(member.id)} className={classes.option}>
              <strong>{fullName(member)}</strong>
              <span>{memberMarks(member)}</span>
            </Combobox.Option>
          ))}
          {members.length === 0 && (
            <Combobox.Empty className={classes.nobody}>
              {found.error ? newRequestTexts.searchFailed : newRequestTexts.noMember(words)}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
