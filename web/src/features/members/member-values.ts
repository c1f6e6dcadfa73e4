import type { MemberField } from '@kinbridge/contract/member-fields/member-fields';
import { languageName } from '@kinbridge/contract/shared/language-names';
import { formatBirthday } from '../../lib/dates.ts';
import { formatPhoneNumber } from '../../lib/format-phone-number.ts';

const formats: Partial<Record<MemberField, (value: string) => string>> = {
  dateOfBirth: formatBirthday,
  phoneNumber: formatPhoneNumber,
  language: languageName,
  // Groups eleven digits for reading: 00418 226 731.
  participantId: (id) => id.replace(/^(\d{5})(\d{3})(\d{3})$/, '$1 $2 $3'),
};

/** The value as staff read it; empty if missing. */
export function memberValue(field: MemberField, value: string | null): string {
  return value ? (formats[field]?.(value) ?? value) : '';
}

/** A blank one gets a text, because it is shown next to another value. */
export function valueOrBlank(field: MemberField, value: string | null): string {
  return value === null ? 'blank' : memberValue(field, value);
}
