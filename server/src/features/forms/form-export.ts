import { Readable } from 'node:stream';
import type { Submission } from '@kinbridge/contract/forms/form-answers.contract';
import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { csvLines } from '@kinbridge/contract/shared/csv';
import { isBirthdayQuestion } from '@kinbridge/forms/answer-date';
import { answerText } from '@kinbridge/forms/answer-text';
import {
  answerKey,
  fixedQuestions,
  formLabel,
  questionTitle,
  type SurveyElement,
} from '@kinbridge/forms/form-definition';
import { writeXlsxStream } from 'hucre/xlsx';
import { FileAnswer } from '../../access/route.ts';
import type { Executor } from '../../db/database.ts';
import { askedQuestions } from './choice-counts.ts';
import { type AnswerSearch, type ExportedSubmission, findSubmissionsBelow } from './form-answers.queries.ts';

const batchSize = 1_000;
const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Exports the answers to all versions of a form in batches, newest first, one column per question. */
export function exportAnswers(
  db: Executor,
  search: AnswerSearch,
  versions: FormVersion[],
  format: 'csv' | 'xlsx',
): FileAnswer {
  const columns = columnsOf(versions);
  const rows = exportedRows(db, search, columns);
  const file = format === 'csv' ? csvStream(rows, columns) : xlsxStream(rows, columns);
  return new FileAnswer(file, contentTypes[format], `${fileName(versions)}.${format}`);
}

/** Removes characters with a meaning in file systems or headers. */
function fileName([newest]: FormVersion[]): string {
  const label = newest ? formLabel(newest) : 'Form';
  return `${label.replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ').trim()} responses`;
}

interface Column {
  header: string;
  dates?: DateFormat | undefined;
  cell(submission: ExportedSubmission): ExportCell;
}

function text(submission: Submission, name: string): string | null {
  const value = submission.data[name];
  return value === undefined || value === null ? null : String(value);
}

/** Starts with the headers the response upload recognizes, so exports can be imported again. */
function columnsOf(versions: FormVersion[]): Column[] {
  const questions = askedQuestions(versions);
  const titles = questions.map((question) => questionTitle(question));
  return [
    { header: 'Response ID', cell: ({ id }) => id },
    { header: 'Submitted At', dates: 'moment', cell: ({ submittedAt }) => dateCell(submittedAt) },
    { header: 'Version', cell: ({ version }) => version },
    { header: 'First Name', cell: (row) => text(row, 'userFirstName') ?? row.user?.firstName ?? null },
    { header: 'Last Name', cell: (row) => text(row, 'userLastName') ?? row.user?.lastName ?? null },
    ...fixedQuestions
      .slice(2)
      .map((question, place) => answerColumn(question, ['Date of Birth', 'Phone Number'][place] ?? '')),
    ...questions.flatMap((question, place) => {
      // Questions with the same title are distinguished by name.
      const title = titles[place] ?? '';
      const header = titles.indexOf(title) === titles.lastIndexOf(title) ? title : `${title} (${question.name})`;
      return [answerColumn(question, header), ...remarkColumn(question, header)];
    }),
  ];
}

function answerColumn(question: SurveyElement, header: string): Column {
  const key = answerKey(question);
  return { header, dates: dateFormatOf(question), cell: ({ data }) => answerCell(question, data[key]) };
}

function remarkColumn(question: SurveyElement, header: string): Column[] {
  const takesRemarks = question.showCommentArea === true || question.showOtherItem === true;
  return takesRemarks
    ? [{ header: `${header} (comment)`, cell: (row) => text(row, `${answerKey(question)}-Comment`) }]
    : [];
}

async function* exportedRows(db: Executor, search: AnswerSearch, columns: Column[]): AsyncGenerator<ExportCell[][]> {
  yield [columns.map(({ header }) => header)];
  let below: Submission | null = null;
  for (;;) {
    const batch: ExportedSubmission[] = await findSubmissionsBelow(db, search, below, batchSize);
    if (batch.length > 0) yield batch.map((submission) => columns.map(({ cell }) => cell(submission)));
    below = batch.at(-1) ?? null;
    if (batch.length < batchSize || !below) return;
  }
}

function csvStream(rows: AsyncGenerator<ExportCell[][]>, columns: Column[]): Readable {
  const texts = (row: ExportCell[]) => row.map((cell, place) => csvCell(cell, columns[place]?.dates));
  return Readable.from(
    (async function* () {
      for await (const batch of rows) yield csvLines(batch.map(texts));
    })(),
    { objectMode: false },
  );
}

function xlsxStream(rows: AsyncGenerator<ExportCell[][]>, columns: Column[]): Readable {
  const single = (async function* () {
    for await (const batch of rows) yield* batch;
  })();
  const formats = columns.map(({ dates }) => (dates ? { numFmt: dateFormats[dates], width: 22 } : {}));
  return Readable.fromWeb(writeXlsxStream(single, { name: 'Responses', columns: formats }) as never);
}

/** An export cell. Dates have no time zone and are written as UTC. */
type ExportCell = string | number | Date | null;

/** Date formats in spreadsheet notation. */
const dateFormats = {
  birthday: 'mm-dd-yyyy',
  date: 'mm/dd/yyyy',
  moment: 'mm/dd/yyyy h:mm:ss AM/PM',
} as const;
type DateFormat = keyof typeof dateFormats;

function dateFormatOf(question: SurveyElement): DateFormat | undefined {
  if (question.type !== 'text') return undefined;
  if (isBirthdayQuestion(question)) return 'birthday';
  if (question.inputType === 'date') return 'date';
  return question.inputType === 'datetime-local' ? 'moment' : undefined;
}

/** Numbers and dates keep their type; everything else becomes readable text. */
function answerCell(question: SurveyElement, answer: unknown): ExportCell {
  const text = answerText(question, answer);
  if (typeof answer === 'number') return text === String(answer) ? answer : text;
  return (dateFormatOf(question) && typeof answer === 'string' && dateCell(answer)) || text;
}

/** Null for dates before 1900, which spreadsheets don't support, and for invalid dates. */
function dateCell(stored: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?$/.test(stored) || stored < '1900-03-01') return null;
  const date = new Date(stored.includes('T') ? `${stored}Z` : stored);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The cell as text for CSV. */
function csvCell(cell: ExportCell, format: DateFormat = 'date'): string | number | null {
  if (!(cell instanceof Date)) return cell;
  const [, year, month, day, hour = '', clock] = /^(\d+)-(\d+)-(\d+)T(\d+)(:\d+:\d+)/.exec(cell.toISOString()) ?? [];
  if (format === 'birthday') return `${month}-${day}-${year}`;
  const date = `${month}/${day}/${year}`;
  return format === 'date' ? date : `${date} ${Number(hour) % 12 || 12}${clock} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}
