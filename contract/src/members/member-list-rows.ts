import { type Cell, CellError } from '@kinbridge/forms/spreadsheets/xlsx-rows';
import { z } from 'zod';
import { type MemberField, memberFieldNames } from '../member-fields/member-fields.ts';
import { memberRules } from '../member-fields/member-rules.ts';
import { toE164 } from '../shared/phone-number.ts';
import { memberListCellText } from './member-list-cells.ts';
import { type ColumnPlaces, type ListColumn, memberListColumns } from './member-list-columns.ts';
import { type ListedMember, readUsualRow } from './member-list-usual.ts';

/** The rules of a manually entered member, in the order of the columns. Phone numbers are read separately. */
const { firstName, lastName, dateOfBirth, ...others } = memberRules(z.string(), (field) => memberListColumns[field]);
const listedMember = z.object({ firstName, lastName, dateOfBirth, ...others }).omit({ phoneNumber: true });

/** The member that a row is, by the column Member ID; NEW for a record of its own. */
export type ChosenMember = number | 'NEW';
export type ReadRow = { member: ListedMember; chosen?: ChosenMember } | { reason: string };

/** Reads a list row: a person, the reasons it is skipped, or null if empty. */
export function readMemberListRow(cells: readonly Cell[], places: ColumnPlaces, from1904: boolean): ReadRow | null {
  const given: Partial<Record<ListColumn, string>> = {};
  const errors = new Map<string, string>();
  let blank = true;
  for (const column of listColumns) {
    const place = places[column];
    const cell = place === undefined ? null : (cells[place] ?? null);
    if (cell === null || cell === '') continue;
    blank &&= typeof cell === 'string' && cell.trim() === '';
    if (cell instanceof CellError) errors.set(column, `${memberListColumns[column]}: The cell shows ${cell.text}.`);
    else given[column] = memberListCellText(column, cell, from1904);
  }
  if (blank) return null;
  const { memberId = '', ...fields } = given;
  const chosen = readMemberId(memberId);
  if (chosen === undefined && !errors.has('memberId')) errors.set('memberId', memberIdReason);
  const usual = errors.size === 0 ? readUsualRow(fields) : null;
  const read = usual ? { member: usual } : readByRules(fields, errors);
  return 'member' in read && chosen ? { ...read, chosen } : read;
}

const listColumns = Object.keys(memberListColumns) as ListColumn[];

const memberIdReason = 'Member ID: Enter the ID that the member has here, or NEW.';

/** Null if empty, undefined if invalid. */
function readMemberId(text: string): ChosenMember | null | undefined {
  if (text === '') return null;
  if (/^new$/i.test(text)) return 'NEW';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** Reads a row by the rules, with the reasons found so far. */
export function readByRules(given: Partial<Record<MemberField, string>>, errors = new Map<string, string>()): ReadRow {
  const phoneNumber = readPhoneNumber(given.phoneNumber ?? '');
  if (phoneNumber === undefined) errors.set('phoneNumber', `Phone Number: ${phoneReason}`);
  const parsed = listedMember.safeParse({ firstName: '', lastName: '', ...given });
  for (const { path, message } of parsed.error?.issues ?? []) addReason(errors, path[0] as MemberField, message);
  if (!parsed.success || errors.size > 0) return { reason: [...errors.values()].join(' ') };
  return { member: { ...emptyMember, ...parsed.data, phoneNumber: phoneNumber ?? null } };
}

const emptyMember = Object.fromEntries(memberFieldNames.map((column) => [column, null])) as Record<MemberField, null>;

const phoneReason = 'Phone number should be 10 digit.';

/** Null if empty, undefined if invalid. */
function readPhoneNumber(text: string): string | null | undefined {
  if (text === '') return null;
  return text.length > 40 ? undefined : (toE164(text) ?? undefined);
}

/** Adds the first reason of each column, with the column's name if the message lacks it. */
function addReason(reasons: Map<string, string>, column: MemberField, message: string): void {
  if (reasons.has(column)) return;
  const label = memberListColumns[column];
  reasons.set(column, message.startsWith(label) ? message : `${label}: ${message}`);
}
