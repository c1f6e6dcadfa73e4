import type { MemberSortField } from '@kinbridge/contract/members/member-sort-fields';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { formatBirthday } from '../../lib/dates.ts';
import { formatPhoneNumber } from '../../lib/format-phone-number.ts';
import { CutText } from '../../ui/table/cut-text.tsx';
import type { Column, FocusProps } from '../../ui/table/data-table-columns.ts';
import { NarrowRow } from '../../ui/table/narrow-row.tsx';
import classes from './members-list.module.css';

const dimmed = (text: string) => <span className="dimmed">{text}</span>;

export const memberColumns: Column<User, MemberSortField>[] = [
  {
    key: 'firstName',
    title: 'First Name',
    width: 150,
    sort: 'firstName',
    render: (member, focus) => (
      <Anchor
        component={Link}
        to={`/members/${member.id}`}
        aria-label={fullName(member)}
        className={classes.link}
        {...focus}
      >
        <CutText>{member.firstName}</CutText>
      </Anchor>
    ),
  },
  {
    key: 'lastName',
    title: 'Last Name',
    width: 150,
    sort: 'lastName',
    render: ({ lastName }) => (
      <span className="bold">
        <CutText>{lastName}</CutText>
      </span>
    ),
  },
  {
    key: 'dateOfBirth',
    title: 'Birth Date',
    width: 104,
    sort: 'dateOfBirth',
    rigid: true,
    render: ({ dateOfBirth }) => (dateOfBirth ? formatBirthday(dateOfBirth) : dimmed('--')),
  },
  {
    key: 'phoneNumber',
    title: 'Phone Number',
    width: 130,
    sort: 'phoneNumber',
    rigid: true,
    hides: 4,
    render: ({ phoneNumber }) => (phoneNumber ? formatPhoneNumber(phoneNumber) : dimmed('–')),
  },
  {
    key: 'email',
    title: 'Email',
    width: 220,
    sort: 'email',
    hides: 2,
    render: ({ email }) => (email ? <CutText>{email}</CutText> : dimmed('–')),
  },
  {
    key: 'zipCode',
    title: 'Zip Code',
    width: 90,
    sort: 'zipCode',
    rigid: true,
    hides: 3,
    render: ({ zipCode }) => zipCode ?? dimmed('–'),
  },
  {
    key: 'id',
    title: 'ID',
    width: 80,
    sort: 'id',
    rigid: true,
    startsFalling: true,
    hides: 1,
    render: ({ id }) => dimmed(String(id)),
  },
];

/** A member on a phone: the name, then phone and ZIP; the birthday beside it distinguishes namesakes. */
export function NarrowMember({ member, focus }: { member: User; focus: FocusProps }) {
  const { phoneNumber, zipCode, dateOfBirth } = member;
  return (
    <NarrowRow
      title={
        <Anchor component={Link} to={`/members/${member.id}`} className={classes.link} {...focus}>
          {fullName(member)}
        </Anchor>
      }
      second={[phoneNumber && formatPhoneNumber(phoneNumber), zipCode].filter(Boolean).join(' · ') || '–'}
      aside={<span className={classes.birthday}>{dateOfBirth ? formatBirthday(dateOfBirth) : '--'}</span>}
      opens
    />
  );
}
