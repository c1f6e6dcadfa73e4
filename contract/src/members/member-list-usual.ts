import { z } from 'zod';
import {
  type MemberField,
  memberFieldNames,
  type OptionalMemberField,
  type requiredMemberFields,
} from '../member-fields/member-fields.ts';
import { isBirthday } from '../shared/calendar-date.ts';
import { isOneLine } from '../shared/misleading.ts';
import { isZipCode } from '../shared/zip-code.ts';
import { listedE164 } from './member-list-phones.ts';

export type ListedMember = Record<(typeof requiredMemberFields)[number], string> &
  Record<OptionalMemberField, string | null>;

const upTo = (max: number) => (text: string) => (text.length <= max && isOneLine(text) ? text : null);

/** What the rule of a field makes of a text that it accepts; null, or no entry, if the rule has to decide. */
const usualValues: Partial<Record<MemberField, (text: string) => string | null>> = {
  firstName: upTo(100),
  lastName: upTo(100),
  dateOfBirth: (text) => (isBirthday(text) ? text : null),
  phoneNumber: (text) => (text.length > 40 ? null : listedE164(text)),
  email: (text) => (text.length <= 254 && z.regexes.email.test(text) ? text.toLowerCase() : null),
  addressLine1: upTo(200),
  addressLine2: upTo(200),
  city: upTo(100),
  state: upTo(60),
  zipCode: (text) => (isZipCode(text) ? text : null),
  participantId: (text) => (/^\d{11}$/.test(text) ? text : null),
};

const blank = Object.fromEntries(memberFieldNames.map((field) => [field, null])) as Record<MemberField, null>;

/**
 * A row whose texts, already trimmed, are all in order. The rules would say the same, but take several times as long,
 * and most lists are long and most of their rows are in order. Null if the rules have to decide.
 */
export function readUsualRow(given: Partial<Record<MemberField, string>>): ListedMember | null {
  if (!given.firstName || !given.lastName) return null;
  const member: Record<MemberField, string | null> = { ...blank };
  for (const field of memberFieldNames) {
    const text = given[field];
    if (text === undefined || text === '') continue;
    const value = usualValues[field]?.(text) ?? null;
    if (value === null) return null;
    member[field] = value;
  }
  return member as ListedMember;
}
