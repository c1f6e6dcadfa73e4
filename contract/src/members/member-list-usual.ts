import { z } from 'zod';
import {
  type MemberField,
  memberFieldNames,
  type OptionalMemberField,
  type requiredMemberFields,
} from '../member-fields/member-fields.ts';
import { isBirthday } from '../shared/calendar-date.ts';
import { isOneLine } from '../shared/misleading.ts';
import { toE164 } from '../shared/phone-number.ts';
import { isZipCode } from '../shared/zip-code.ts';

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

/** The usual ways to write an American number: (222) 333-4444, 222-333-4444, 2223334444, with or without 1 or +1. */
const usual = /^(?:\+?1[ .-]?)?(?:\(([2-9]\d\d)\)[ .-]?|([2-9]\d\d)[ .-]?)(\d{3})[ .-]?(\d{4})$/;

/** Real lists have a few hundred. */
const maxExchanges = 20_000;
const validExchanges = new Map<string, boolean>();

/**
 * The same as toE164, for lists of thousands of numbers. Of an American number, the first six digits tell whether it is
 * valid, so the library is asked once for them.
 */
export function listedE164(text: string): string | null {
  const written = usual.exec(text);
  if (!written) return toE164(text);
  const exchange = `${written[1] ?? written[2]}${written[3]}`;
  const number = `+1${exchange}${written[4]}`;
  const known = validExchanges.get(exchange);
  if (known !== undefined) return known ? number : null;
  const isValid = toE164(number) === number;
  if (validExchanges.size >= maxExchanges) validExchanges.clear();
  validExchanges.set(exchange, isValid);
  return isValid ? number : null;
}
