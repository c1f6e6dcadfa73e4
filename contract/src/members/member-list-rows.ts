import { z } from 'zod';
import { birthday } from '../shared/calendar-date.ts';
import { email, optionalText, orBlank, requiredText, zipCode } from '../shared/fields.ts';
import { toE164 } from '../shared/phone-number.ts';
import { type Cell, CellError } from '../spreadsheets/xlsx-rows.ts';
import { participantId } from '../users/users.contract.ts';
import { type ColumnPlaces, type MemberListColumn, memberListColumns } from './member-list-columns.ts';
import { dateOfDayNumber, dateOfText } from './member-list-dates.ts';

/** One person of a list, held to the same rules as a member who is entered by hand. */
const listedMember = z.object({
  firstName: requiredText('First Name'),
  lastName: requiredText('Last Name'),
  dateOfBirth: orBlank(birthday),
  email: orBlank(email),
  addressLine1: optionalText('Address Line 1'),
  addressLine2: optionalText('Address Line 2'),
  city: optionalText('City', 100),
  state: optionalText('State', 60),
  zipCode: orBlank(zipCode),
  participantId: orBlank(participantId),
});

export type ListedMember = Record<'firstName' | 'lastName', string> &
  Record<Exclude<MemberListColumn, 'firstName' | 'lastName'>, string | null>;

export type ReadRow = { member: ListedMember } | { reason: string };

/** Reads one row of a list: a person, or the reasons why it cannot be taken. Null for a row with nothing in it. */
export function readMemberListRow(cells: readonly Cell[], places: ColumnPlaces, from1904: boolean): ReadRow | null {
  const given: Partial<Record<MemberListColumn, string>> = {};
  const errors = new Map<string, string>();
  let blank = true;
  for (const column of Object.keys(memberListColumns) as MemberListColumn[]) {
    const place = places[column];
    const cell = place === undefined ? null : (cells[place] ?? null);
    if (cell === null || cell === '') continue;
    blank &&= typeof cell === 'string' && cell.trim() === '';
    if (cell instanceof CellError) errors.set(column, `${memberListColumns[column]}: The cell shows ${cell.text}.`);
    else given[column] = cellText(column, cell, from1904);
  }
  if (blank) return null;
  const phoneNumber = readPhoneNumber(given.phoneNumber ?? '');
  if (phoneNumber === undefined) errors.set('phoneNumber', `Phone Number: ${phoneReason}`);
  const parsed = listedMember.safeParse({ firstName: '', lastName: '', ...given });
  for (const { path, message } of parsed.error?.issues ?? []) addReason(errors, path[0] as MemberListColumn, message);
  if (!parsed.success || errors.size > 0) return { reason: [...errors.values()].join(' ') };
  const { firstName, lastName, ...rest } = parsed.data;
  return { member: { ...nothingKnown, ...rest, firstName, lastName, phoneNumber: phoneNumber ?? null } };
}

const nothingKnown = Object.fromEntries(Object.keys(memberListColumns).map((column) => [column, null])) as Record<
  MemberListColumn,
  null
>;

const phoneReason = 'Phone number should be 10 digit.';

/** Null for none, undefined for one that cannot be. */
function readPhoneNumber(text: string): string | null | undefined {
  if (text === '') return null;
  return text.length > 40 ? undefined : (toE164(text) ?? undefined);
}

/** The first reason of each column, which is named where the sentence does not name it. */
function addReason(reasons: Map<string, string>, column: MemberListColumn, message: string): void {
  if (reasons.has(column)) return;
  const label = memberListColumns[column];
  reasons.set(column, message.startsWith(label) ? message : `${label}: ${message}`);
}

/** A cell as the text that its column asks for; leading zeros that a number has lost come back. */
function cellText(column: MemberListColumn, cell: string | number | boolean, from1904: boolean): string {
  if (column === 'dateOfBirth') return dateText(cell, from1904);
  if (typeof cell === 'number') {
    if (column === 'zipCode') return zipText(cell);
    if (column === 'participantId') return String(cell).padStart(11, '0');
    return String(cell);
  }
  // Line breaks, tabs and the like do not belong into a person's data; NUL cannot even be stored.
  const text = String(cell)
    .toWellFormed()
    .replace(/[\p{Cc}\u200b\ufeff\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return column === 'zipCode' && /^\d{9}$/.test(text) ? `${text.slice(0, 5)}-${text.slice(5)}` : text;
}

/** 2134 is 02134, and 490071234 is 49007-1234. */
function zipText(number: number): string {
  const digits = String(number);
  if (digits.length <= 5) return digits.padStart(5, '0');
  return digits.padStart(9, '0').replace(/^(\d{5})(\d{4})$/, '$1-$2');
}

/** What is not a date stays as it is, and is then refused as one. */
function dateText(cell: string | number | boolean, from1904: boolean): string {
  if (typeof cell !== 'number') return dateOfText(String(cell)) ?? (String(cell).trim() === '' ? '' : 'no date');
  // 19900304 is a date without its dashes; no day number of a birthday is that large.
  return (cell > 1_000_000 ? dateOfText(String(cell)) : dateOfDayNumber(cell, from1904)) ?? 'no date';
}
