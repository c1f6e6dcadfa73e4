import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { type MemberField, memberFields } from '@kinbridge/contract/member-fields/member-fields';
import { newMember } from '@kinbridge/contract/member-fields/member-rules';
import { dateOfDayNumber, dateOfText, momentOfDayNumber } from '@kinbridge/contract/members/member-list-dates';
import {
  answerKey,
  questionsOf,
  questionTitle,
  type SurveyDefinition,
  type SurveyElement,
} from '@kinbridge/forms/form-definition';
import { type Cell, CellError, type Sheet } from '@kinbridge/forms/spreadsheets/xlsx-rows';
import type { z } from 'zod';
import { AppError } from '../../app-error.ts';
import { checkAnswers } from './answer-check.ts';
import { type RecognizedColumns, recognizeResponseColumns } from './response-columns.ts';
import { cellText, readCell } from './response-values.ts';

export interface ReadResponse {
  row: number;
  surveyId: number;
  data: Record<string, unknown>;
  /** Null if the list doesn't say who answered. */
  person: z.output<typeof newMember> | null;
  /** A timestamp, or a local time of the organization; null for now. */
  submittedAt: { text: string; local: boolean } | null;
}

type RowResult = ReadResponse | { row: number; reason: string } | null;

/** Reads response rows against the versions of a form; `named` is the version of rows that don't name one. */
export class ResponseList {
  readonly #columns: RecognizedColumns['columns'];
  readonly unknownColumns: string[];
  readonly #versions: Map<number, FormVersion>;
  readonly #questions: Map<number, Map<string, SurveyElement>>;
  readonly #from1904: boolean;

  private constructor(
    sheet: Sheet,
    recognized: RecognizedColumns,
    versions: FormVersion[],
    private readonly named: number,
  ) {
    this.#columns = recognized.columns;
    this.unknownColumns = recognized.unknown;
    this.#versions = new Map(versions.map((version) => [version.version, version]));
    this.#questions = new Map(
      versions.map(({ version, data }) => [
        version,
        new Map(questionsOf(data as SurveyDefinition).map((question) => [answerKey(question), question])),
      ]),
    );
    this.#from1904 = sheet.from1904;
  }

  /** The first row has the headers. */
  static async open(sheet: Sheet, versions: FormVersion[], named: number): Promise<ResponseList> {
    const first = await sheet.rows.next();
    if (first.done) throw new AppError('unusable_file', 'The file is empty.');
    const header = first.value.cells.map((cell) => (cell === null || cell instanceof CellError ? '' : String(cell)));
    const recognized = recognizeResponseColumns(header, versions);
    if (!recognized.columns.some((column) => column?.kind === 'answer')) {
      const sentence =
        "No column matches a question of this form. The first row must have the questions' titles or names.";
      throw new AppError('unusable_file', sentence, { extra: { unknownColumns: recognized.unknown } });
    }
    return new ResponseList(sheet, recognized, versions, named);
  }

  /** Null for an empty row. */
  read(row: number, cells: readonly Cell[]): RowResult {
    if (cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))) return null;
    try {
      return this.#read(row, cells);
    } catch (error) {
      if (error instanceof Error) return { row, reason: error.message };
      throw error;
    }
  }

  #read(row: number, cells: readonly Cell[]): ReadResponse {
    const version = this.#versionOf(cells);
    const questions = this.#questions.get(version.version) ?? new Map<string, SurveyElement>();
    const form = { version: version.version, questions };
    const data: Record<string, unknown> = {};
    const person: Record<string, string> = {};
    let submittedAt: ReadResponse['submittedAt'] = null;
    for (const [place, column] of this.#columns.entries()) {
      const cell = cells[place] ?? null;
      if (column === null || cell === null || (typeof cell === 'string' && cell.trim() === '')) continue;
      if (cell instanceof CellError) throw new Error(`A cell shows ${cell.text}.`);
      if (column.kind === 'person') person[column.name] = this.#personCell(column.name, cell);
      else if (column.kind === 'submittedAt') submittedAt = this.#momentOf(cell);
      else if (column.kind === 'remark') data[column.key] = cellText(cell);
      else if (column.kind === 'answer') this.#answer(data, form, column.key, cell);
    }
    const problems = Object.entries(checkAnswers(version.data as SurveyDefinition, data));
    const [first] = problems;
    if (first) throw new Error(`${this.#titleOf(questions, first[0])}: ${first[1]}`);
    return { row, surveyId: version.id, data: { ...data, ...person }, person: personOf(person), submittedAt };
  }

  #versionOf(cells: readonly Cell[]): FormVersion {
    const place = this.#columns.findIndex((column) => column?.kind === 'version');
    const cell = place === -1 ? null : (cells[place] ?? null);
    const text = cell === null || cell instanceof CellError ? '' : cellText(cell).replace(/^v\.?\s*/i, '');
    const version = this.#versions.get(text === '' ? this.named : Number(text));
    if (!version) throw new Error(`This form has no version ${text.slice(0, 20)}.`);
    return version;
  }

  #answer(
    data: Record<string, unknown>,
    { version, questions }: { version: number; questions: Map<string, SurveyElement> },
    key: string,
    cell: Exclude<Cell, null | object>,
  ): void {
    const question = questions.get(key);
    if (!question) throw new Error(`Version ${version} has no question ${this.#titleOf(questions, key)}.`);
    try {
      const { value, remark } = readCell(question, cell, this.#from1904);
      if (value === '' || (Array.isArray(value) && value.length === 0)) return;
      data[key] = value;
      if (remark !== undefined) data[`${key}-Comment`] ??= remark;
    } catch (error) {
      throw new Error(`${questionTitle(question)}: ${(error as Error).message}`);
    }
  }

  #titleOf(questions: Map<string, SurveyElement>, key: string): string {
    const question = questions.get(key);
    return (question ? questionTitle(question) : key).slice(0, 100);
  }

  #personCell(name: string, cell: Exclude<Cell, null | object>): string {
    if (name !== 'userBirthDate') return cellText(cell);
    const date = typeof cell === 'number' ? dateOfDayNumber(cell, this.#from1904) : dateOfText(cellText(cell));
    if (date === null) throw new Error('Date of Birth: Must be a date such as 01-31-1990.');
    return date;
  }

  #momentOf(cell: Exclude<Cell, null | object>): ReadResponse['submittedAt'] {
    if (typeof cell === 'number') {
      const moment = momentOfDayNumber(cell, this.#from1904);
      if (moment) return { text: moment.join(' '), local: true };
    } else {
      const text = cellText(cell);
      if (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/i.test(text) && !Number.isNaN(Date.parse(text))) {
        return { text: new Date(text).toISOString(), local: false };
      }
      const [, clock = ''] = /(?:^|[T\s])((?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:\s*[ap]m)?)\s*$/i.exec(text) ?? [];
      const day = dateOfText(text);
      if (day) return { text: `${day} ${clock}`.trim(), local: true };
    }
    throw new Error('Submitted At: Must be a date, or a date and time.');
  }
}

/** Null if both names are missing; otherwise validated like a member. */
function personOf(given: Record<string, string>): ReadResponse['person'] {
  if (!given.userFirstName && !given.userLastName) return null;
  const parsed = newMember.safeParse({
    firstName: given.userFirstName ?? '',
    lastName: given.userLastName ?? '',
    dateOfBirth: given.userBirthDate,
    phoneNumber: given.userPhoneNumber,
  });
  if (parsed.success) return parsed.data;
  const sentences = parsed.error.issues.map(({ path: [field], message }) => {
    const { label } = memberFields[field as MemberField];
    return message.toLowerCase().startsWith(label.toLowerCase()) ? message : `${label}: ${message}`;
  });
  throw new Error(sentences.join(' '));
}
