import { isBirthday } from '@kinbridge/contract/shared/calendar-date';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Text, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { formatBirthday } from '../../../lib/dates.ts';
import { formatPhoneNumber } from '../../../lib/format-phone-number.ts';
import classes from './member-fields.module.css';
import { likelyMembersQuery } from './new-request.api.ts';
import { newRequestTexts } from './new-request.texts.ts';

const pauseMs = 250;

interface MemberSuggestionsProps {
  organizationId: number;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  onChoose: (member: User) => void;
}

/** Suggests existing members who match what is typed, to avoid duplicates. */
export function MemberSuggestions({ organizationId, onChoose, ...typed }: MemberSuggestionsProps) {
  const heading = useId();
  const name = `${typed.firstName.trim()} ${typed.lastName.trim()}`.trim();
  const [search] = useDebouncedValue(
    { name, birthDate: isBirthday(typed.dateOfBirth) ? typed.dateOfBirth : '' },
    pauseMs,
  );
  const { data } = useQuery(likelyMembersQuery(organizationId, search));
  const members = name.startsWith(search.name) ? (data?.content ?? []) : [];
  return (
    <div className={classes.suggestions} aria-live="polite">
      {members.length > 0 && (
        <section className="px-xs py-xs round-md tinted" aria-labelledby={heading}>
          <Text id={heading} className={`text-xs line-16 bold tint-text ${classes.suggestionsTitle}`}>
            {newRequestTexts.suggestions}
          </Text>
          <ul className="list">
            {members.map((member) => (
              <li key={member.id}>
                <UnstyledButton className={classes.suggestion} onClick={() => onChoose(member)}>
                  <strong>{fullName(member)}</strong>
                  <span>{memberMarks(member)}</span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Details that distinguish namesakes. */
export function memberMarks(member: User): string {
  const marks = [
    member.dateOfBirth && `Born ${formatBirthday(member.dateOfBirth)}`,
    member.phoneNumber && formatPhoneNumber(member.phoneNumber),
    member.zipCode,
  ];
  return marks.filter(Boolean).join(' · ') || `Member ${member.id}`;
}
