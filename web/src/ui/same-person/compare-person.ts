import { memberFields } from '@kinbridge/contract/member-fields/member-fields';
import { nameKey, type Recognizable } from '@kinbridge/contract/members/member-matching';
import { formatBirthday } from '../../lib/dates.ts';
import { formatPhoneNumber } from '../../lib/format-phone-number.ts';

export interface ComparedFact {
  label: string;
  typed: string;
  known: string;
  /** Both are known and say different things. */
  differs: boolean;
}

interface Rule {
  show?: (value: string) => string;
  /** Values with the same key are the same. */
  key?: (value: string) => string;
}

const rules: [keyof Recognizable, Rule][] = [
  ['firstName', { key: nameKey }],
  ['lastName', { key: nameKey }],
  ['dateOfBirth', { show: formatBirthday }],
  ['phoneNumber', { show: formatPhoneNumber }],
  ['participantId', {}],
];
const asIs = (value: string) => value;

/** What a typed person and a member are recognized by, side by side; nothing that both lack. */
export function comparePerson(typed: Recognizable, known: Recognizable): ComparedFact[] {
  return rules.flatMap(([field, { show = asIs, key = asIs }]) => {
    const [left, right] = [typed[field], known[field]];
    if (!left && !right) return [];
    return {
      label: memberFields[field].label,
      typed: left ? show(left) : '–',
      known: right ? show(right) : '–',
      differs: Boolean(left && right && key(left) !== key(right)),
    };
  });
}
