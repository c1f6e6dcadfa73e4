import {
  type MemberField,
  memberField,
  memberFieldNames,
  requiredMemberFields,
} from '../member-fields/member-fields.ts';

/** A field of the member, or the column that says whose record a row is. */
export type ListColumn = MemberField | 'memberId';

/** The columns of a member list, as named in the template. */
export const memberListColumns = {
  ...Object.fromEntries(
    memberFieldNames.map((field) => [field, memberField(field).header ?? memberField(field).label]),
  ),
  memberId: 'Member ID',
} as Record<ListColumn, string>;

const columnOfWord = new Map<string, ListColumn>([[plainWord(memberListColumns.memberId), 'memberId']]);
for (const column of memberFieldNames) {
  const words = [plainWord(memberListColumns[column]), ...memberField(column).aliases.split(' ')];
  for (const word of words) columnOfWord.set(word, column);
}

function plainWord(header: string): string {
  return header
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

export type ColumnPlaces = Partial<Record<ListColumn, number>>;

/** Finds the columns in a header row, in any order and case. The first of two equal headers counts. */
export function recognizeColumns(headers: readonly unknown[]): ColumnPlaces {
  const places: ColumnPlaces = {};
  for (const [place, header] of headers.entries()) {
    const column = typeof header === 'string' ? columnOfWord.get(plainWord(header)) : undefined;
    if (column) places[column] ??= place;
  }
  return places;
}

/** A title or note may precede the header, within this many rows. */
export const headerSearchRows = 10;

export function isHeaderRow(places: ColumnPlaces): boolean {
  return requiredMemberFields.every((column) => places[column] !== undefined);
}

/** The columns missing from the most likely header row. */
export function missingColumnsSentence(places: ColumnPlaces): string {
  const missing = requiredMemberFields.filter((column) => places[column] === undefined);
  const names = missing.map((column) => `“${memberListColumns[column]}”`);
  const what =
    names.length === 1 ? `The column ${names[0]} is missing.` : `The columns ${names.join(' and ')} are missing.`;
  return `${what} The first row must name the columns, as in the template.`;
}

export const emptyListSentence = 'The list is empty. Please add one row for each member below the column names.';
export const memberListMaxBytes = 20 * 1024 * 1024;
export const memberListMaxRows = 100_000;
