import { languageTagOf } from '../shared/language-names.ts';
import { isOneLine } from '../shared/misleading.ts';
import type { ListColumn } from './member-list-columns.ts';
import { dateOfDayNumber, dateOfText } from './member-list-dates.ts';

/** A cell as text for its column, with leading zeros that a number lost. */
export function memberListCellText(column: ListColumn, cell: string | number | boolean, from1904: boolean): string {
  if (column === 'dateOfBirth') return dateText(cell, from1904);
  if (typeof cell === 'number') {
    if (column === 'zipCode') return zipText(cell);
    if (column === 'participantId') return String(cell).padStart(11, '0');
    return String(cell);
  }
  const given = String(cell).trim();
  // Longer than any column allows, so it is refused unchanged.
  if (given.length > 1000) return given;
  const text = isClean.test(given) ? given : spaced(given);
  // People start a new line in a cell; nobody types the other control characters, so they are refused unchanged.
  if (!isOneLine(text)) return text;
  // People write all sorts of things there, so an unknown language is left blank rather than refused.
  if (column === 'language') return languageTagOf(text) ?? '';
  return column === 'zipCode' && /^\d{9}$/.test(text) ? `${text.slice(0, 5)}-${text.slice(5)}` : text;
}

/** Visible ASCII with single spaces, as almost every cell. */
const isClean = /^[!-~]+(?: [!-~]+)*$/;

/** Replaces control characters with spaces; a spreadsheet can't hold them. */
export function cleanText(text: string): string {
  return isClean.test(text) ? text : spaced(text.replace(/\p{Cc}+/gu, ' '));
}

/** Replaces line breaks, tabs and the like with spaces. */
function spaced(text: string): string {
  return text.replace(/[\s\u0085\p{Cs}\u200b]+/gu, ' ').trim();
}

/** 2134 is 02134, and 490071234 is 49007-1234. Six to eight digits could be anything, so they are refused unchanged. */
function zipText(number: number): string {
  const digits = String(number);
  if (digits.length <= 5) return digits.padStart(5, '0');
  return digits.replace(/^(\d{5})(\d{4})$/, '$1-$2');
}

/** Anything that isn't a date stays unchanged and is then refused. */
function dateText(cell: string | number | boolean, from1904: boolean): string {
  if (typeof cell !== 'number') return dateOfText(String(cell)) ?? (String(cell).trim() === '' ? '' : 'no date');
  // 19900304 is a date without dashes; no birthday's day number is that large.
  return (cell > 1_000_000 ? dateOfText(String(cell)) : dateOfDayNumber(cell, from1904)) ?? 'no date';
}
