import { z } from 'zod';
import { birthday } from '../shared/calendar-date.ts';
import { email, optionalText, orBlank, requiredText, zipCode } from '../shared/fields.ts';
import { toE164 } from '../shared/phone-number.ts';
import { type Cell, CellError } from '../spreadsheets/xlsx-rows.ts';
import { participantId } from '../users/users.contract.ts';
import { memberListCellText } from './member-list-cells.ts';
import { type ColumnPlaces, type MemberListColumn, memberListColumns } from './member-list-columns.ts';

/** A person in a list, with the same rules as a manually entered member. */
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

/** Reads a list row: a person, the reasons it is skipped, or null if empty. */
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
    else given[column] = memberListCellText(column, cell, from1904);
  }
  if (blank) return null;
  const phoneNumber = readPhoneNumber(given.phoneNumber ?? '');
  if (phoneNumber === undefined) errors.set('phoneNumber', `Phone Number: ${phoneReason}`);
  const parsed = listedMember.safeParse({ firstName: '', lastName: '', ...given });
  for (const { path, message } of parsed.error?.issues ?? []) addReason(errors, path[0] as MemberListColumn, message);
  if (!parsed.success || errors.size > 0) return { reason: [...errors.values()].join(' ') };
  const { firstName, lastName, ...rest } = parsed.data;
  return { member: { ...emptyMember, ...rest, firstName, lastName, phoneNumber: phoneNumber ?? null } };
}

const emptyMember = Object.fromEntries(Object.keys(memberListColumns).map((column) => [column, null])) as Record<
  MemberListColumn,
  null
>;

const phoneReason = 'Phone number should be 10 digit.';

/** Null if empty, undefined if invalid. */
function readPhoneNumber(text: string): string | null | undefined {
  if (text === '') return null;
  return text.length > 40 ? undefined : (toE164(text) ?? undefined);
}

/** Adds the first reason of each column, with the column's name if the message lacks it. */
function addReason(reasons: Map<string, string>, column: MemberListColumn, message: string): void {
  if (reasons.has(column)) return;
  const label = memberListColumns[column];
  reasons.set(column, message.startsWith(label) ? message : `${label}: ${message}`);
}
