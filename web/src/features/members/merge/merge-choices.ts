import type { MergeField } from '@kinbridge/contract/members/merge-fields';
import type { User } from '@kinbridge/contract/users/users.contract';
import { formatBirthday } from '../../../lib/dates.ts';
import { formatPhoneNumber } from '../../../lib/format-phone-number.ts';
import { addressOf } from '../member-facts.tsx';

export type Side = 'left' | 'right';

interface MergeRow {
  label: string;
  /** Fields that belong together: nobody wants the street of one address and the city of another. */
  fields: MergeField[];
  show: (member: User) => string;
}

const mergeRows: MergeRow[] = [
  { label: 'First name', fields: ['firstName'], show: (member) => member.firstName },
  { label: 'Last name', fields: ['lastName'], show: (member) => member.lastName },
  {
    label: 'Birth date',
    fields: ['dateOfBirth'],
    show: ({ dateOfBirth }) => (dateOfBirth ? formatBirthday(dateOfBirth) : ''),
  },
  {
    label: 'Phone',
    fields: ['phoneNumber'],
    show: ({ phoneNumber }) => (phoneNumber ? formatPhoneNumber(phoneNumber) : ''),
  },
  { label: 'Email', fields: ['email'], show: (member) => member.email ?? '' },
  {
    label: 'Address',
    fields: ['addressLine1', 'addressLine2', 'city', 'state', 'zipCode'],
    show: (member) => [addressOf(member), member.zipCode].filter(Boolean).join(' '),
  },
  { label: 'Participant ID', fields: ['participantId'], show: (member) => member.participantId ?? '' },
];

export interface Difference {
  label: string;
  fields: MergeField[];
  left: string;
  right: string;
}

/** Where two records differ, and labels for where they don't. */
export function compareMembers(left: User, right: User): { differences: Difference[]; same: string[] } {
  const rows = mergeRows.map(({ label, fields, show }) => ({ label, fields, left: show(left), right: show(right) }));
  return {
    differences: rows.filter((row) => row.left !== row.right),
    same: rows.filter((row) => row.left === row.right && row.left !== '').map((row) => `${row.label} ${row.left}`),
  };
}

/** Known values win over blanks; otherwise the kept record's value is preselected. */
export function chosenSide(difference: Difference, survivor: Side, chosen: Side | undefined): Side {
  if (chosen) return chosen;
  const other: Side = survivor === 'left' ? 'right' : 'left';
  return difference[survivor] === '' ? other : survivor;
}

/** The fields that the call takes from the record that is merged away. */
export function takenFields(
  differences: Difference[],
  survivor: Side,
  chosen: Record<string, Side | undefined>,
): MergeField[] {
  return differences
    .filter((difference) => chosenSide(difference, survivor, chosen[difference.label]) !== survivor)
    .flatMap((difference) => difference.fields);
}
