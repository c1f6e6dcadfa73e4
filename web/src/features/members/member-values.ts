import type { IdentityField } from '@kinbridge/contract/users/identity-fields';
import { formatBirthday } from '../../lib/dates.ts';
import { formatPhoneNumber } from '../../lib/format-phone-number.ts';

export const identityLabels: Record<IdentityField, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  dateOfBirth: 'Birth date',
  phoneNumber: 'Phone',
  email: 'Email',
  participantId: 'Participant ID',
};

const formats: Partial<Record<IdentityField, (value: string) => string>> = {
  dateOfBirth: formatBirthday,
  phoneNumber: formatPhoneNumber,
  participantId: formatParticipantId,
};

/** The value as staff read it. A blank one gets a text, because it is shown next to another value. */
export function identityValue(field: IdentityField, value: string | null): string {
  if (value === null) return 'blank';
  return formats[field]?.(value) ?? value;
}

/** Groups eleven digits for reading: 00418 226 731. */
export function formatParticipantId(id: string): string {
  return id.replace(/^(\d{5})(\d{3})(\d{3})$/, '$1 $2 $3');
}
