import { isBirthdayQuestion } from '@kinbridge/forms/answer-date';
import { answerText } from '@kinbridge/forms/answer-text';
import type { SurveyElement } from '@kinbridge/forms/form-definition';

/** An export cell. Dates have no time zone and are written as UTC. */
export type ExportCell = string | number | Date | null;

/** Date formats in spreadsheet notation. */
export const dateFormats = {
  birthday: 'mm-dd-yyyy',
  date: 'mm/dd/yyyy',
  moment: 'mm/dd/yyyy h:mm:ss AM/PM',
} as const;
export type DateFormat = keyof typeof dateFormats;

export function dateFormatOf(question: SurveyElement): DateFormat | undefined {
  if (question.type !== 'text') return undefined;
  if (isBirthdayQuestion(question)) return 'birthday';
  if (question.inputType === 'date') return 'date';
  return question.inputType === 'datetime-local' ? 'moment' : undefined;
}

/** Numbers and dates keep their type; everything else becomes readable text. */
export function answerCell(question: SurveyElement, answer: unknown): ExportCell {
  const text = answerText(question, answer);
  if (typeof answer === 'number') return text === String(answer) ? answer : text;
  return (dateFormatOf(question) && typeof answer === 'string' && dateCell(answer)) || text;
}

/** Null for dates before 1900, which spreadsheets don't support, and for invalid dates. */
export function dateCell(stored: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?$/.test(stored) || stored < '1900-03-01') return null;
  const date = new Date(stored.includes('T') ? `${stored}Z` : stored);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The cell as text for CSV. */
export function csvCell(cell: ExportCell, format: DateFormat = 'date'): string | number | null {
  if (!(cell instanceof Date)) return cell;
  const [, year, month, day, hour = '', clock] = /^(\d+)-(\d+)-(\d+)T(\d+)(:\d+:\d+)/.exec(cell.toISOString()) ?? [];
  if (format === 'birthday') return `${month}-${day}-${year}`;
  const date = `${month}/${day}/${year}`;
  return format === 'date' ? date : `${date} ${Number(hour) % 12 || 12}${clock} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}
