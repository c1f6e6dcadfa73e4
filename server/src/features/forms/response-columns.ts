import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import {
  answerKey,
  fixedQuestionNames,
  type LocalText,
  questionsOf,
  type SurveyDefinition,
  type SurveyElement,
} from '@kinbridge/forms/form-definition';

/** The meaning of an uploaded column. */
export type ResponseColumn =
  | { kind: 'person'; name: string }
  | { kind: 'submittedAt' | 'version' | 'ignored' }
  | { kind: 'answer' | 'remark'; key: string };

const fixedHeaders: Record<string, ResponseColumn> = {
  'first name': { kind: 'person', name: 'userFirstName' },
  'last name': { kind: 'person', name: 'userLastName' },
  'date of birth': { kind: 'person', name: 'userBirthDate' },
  'phone number': { kind: 'person', name: 'userPhoneNumber' },
  'submitted at': { kind: 'submittedAt' },
  version: { kind: 'version' },
  'response id': { kind: 'ignored' },
};

/** Types that don't fit in one cell or are computed. */
const notInCells = new Set([
  'html',
  'image',
  'file',
  'signaturepad',
  'expression',
  'paneldynamic',
  'matrixdynamic',
  'matrixdropdown',
  'multipletext',
]);

export interface RecognizedColumns {
  columns: (ResponseColumn | null)[];
  unknown: string[];
}

/** Recognizes titles in any language, or names, of any version. Returns other columns that aren't fixed headers. */
export function recognizeResponseColumns(header: readonly string[], versions: FormVersion[]): RecognizedColumns {
  const known = new Map<string, ResponseColumn>(Object.entries(fixedHeaders));
  const questions = versions.flatMap(({ data }) => questionsOf(data as SurveyDefinition));
  const add = (title: string, column: ResponseColumn) => {
    if (title !== '' && !known.has(plain(title))) known.set(plain(title), column);
  };
  // Names first, since a title may equal another question's name.
  for (const question of questions)
    for (const name of [question.name, answerKey(question)]) addAll(add, question, name);
  for (const question of questions) {
    for (const title of titlesOf(question.title)) {
      addAll(add, question, title);
      addAll(add, question, `${title} (${question.name})`);
    }
  }
  const taken = new Set<string>();
  const unknown: string[] = [];
  const columns = header.map((text) => {
    if (text.trim() === '') return null;
    const column = known.get(plain(text)) ?? null;
    const target = JSON.stringify(column);
    if (column === null || taken.has(target)) {
      unknown.push(text.trim().slice(0, 200));
      return null;
    }
    taken.add(target);
    return column;
  });
  return { columns, unknown };
}

function addAll(add: (title: string, column: ResponseColumn) => void, question: SurveyElement, title: string): void {
  if (notInCells.has(question.type)) return;
  const key = answerKey(question);
  add(title, fixedQuestionNames.has(key) ? { kind: 'person', name: key } : { kind: 'answer', key });
  add(`${title} (comment)`, { kind: 'remark', key: `${key}-Comment` });
}

function titlesOf(title: LocalText | undefined): string[] {
  if (title === undefined) return [];
  return typeof title === 'string' ? [title] : Object.values(title);
}

function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}
