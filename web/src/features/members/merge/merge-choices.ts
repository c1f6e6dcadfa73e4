import { type MemberField, memberFieldNames, memberFields } from '@kinbridge/contract/member-fields/member-fields';
import { addressOf } from '@kinbridge/contract/users/address-of';
import type { User } from '@kinbridge/contract/users/users.contract';
import { memberValue } from '../member-values.ts';

export type Side = 'left' | 'right';

interface MergeRow {
  label: string;
  /** Fields that belong together: nobody wants the street of one address and the city of another. */
  fields: MemberField[];
  show: (member: User) => string;
}

const address: MemberField[] = ['addressLine1', 'addressLine2', 'city', 'state', 'zipCode'];

const mergeRows = memberFieldNames
  .filter((field) => field === 'addressLine1' || !address.includes(field))
  .map((field): MergeRow => {
    const label = memberFields[field].fact;
    return field === 'addressLine1'
      ? { label, fields: address, show: (member) => [addressOf(member), member.zipCode].filter(Boolean).join(' ') }
      : { label, fields: [field], show: (member) => memberValue(field, member[field]) };
  });

export interface Difference {
  label: string;
  fields: MemberField[];
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
): MemberField[] {
  return differences
    .filter((difference) => chosenSide(difference, survivor, chosen[difference.label]) !== survivor)
    .flatMap((difference) => difference.fields);
}
