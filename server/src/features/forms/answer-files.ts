import { type AnsweredFile, answeredFiles } from '@kinbridge/forms/answered-files';
import { answerKey, questionsOf, type SurveyDefinition, type SurveyElement } from '@kinbridge/forms/form-definition';
import { isObject, memoize } from './answer-values.ts';

type Answers = Record<string, unknown>;

/** The files named in answers, including those in dynamic panels and rows. */
export function filesIn(definition: SurveyDefinition, answers: Answers): AnsweredFile[] {
  const found: AnsweredFile[] = [];
  visit(questionsIn(definition), answers, (file) => {
    found.push(file);
    return file;
  });
  return found;
}

/** The answers with every file as `{ fileId, name }`, under its stored name. */
export function withFileNames(definition: SurveyDefinition, answers: Answers, names: Map<string, string>): Answers {
  return visit(questionsIn(definition), answers, ({ fileId, name }) => ({ fileId, name: names.get(fileId) ?? name }));
}

type Change = (file: AnsweredFile) => AnsweredFile;
type Questions = ReadonlyMap<string, SurveyElement>;

/** Walks the given answers: looking up every question in every row would be slow. */
function visit(questions: Questions, answers: Answers, change: Change): Answers {
  const changed = Object.entries(answers).map(([key, answer]): [string, unknown] => {
    const question = questions.get(key);
    if (!question || answer === undefined || answer === null) return [key, answer];
    const files = isFileQuestion(question) ? answeredFiles(answer) : null;
    if (files) return [key, Array.isArray(answer) ? files.map(change) : change(files[0] as AnsweredFile)];
    return [key, visitRows(question, answer, change)];
  });
  return Object.fromEntries(changed);
}

const questionsIn = memoize((definition: SurveyDefinition) => byKey(questionsOf(definition)));

/** If several questions share a key, prefers one that can have files. */
function byKey(questions: SurveyElement[]): Questions {
  const found = new Map<string, SurveyElement>();
  for (const question of questions) {
    const key = answerKey(question);
    if (!found.has(key) || isFileQuestion(question) || innerOf(question).size > 0) found.set(key, question);
  }
  return found;
}

function isFileQuestion(question: SurveyElement): boolean {
  const type = question.type ?? question.cellType;
  return type === 'file' || type === 'signaturepad';
}

/** The questions of a row. */
const innerOf = memoize((question: SurveyElement): Questions => {
  const lists = [question.templateElements, question.detailElements].filter(Array.isArray);
  const columns =
    Array.isArray(question.columns) && question.type !== 'matrix' ? (question.columns as SurveyElement[]) : [];
  return byKey([...lists.flatMap((elements) => questionsOf({ elements })), ...columns.map(asQuestion)]);
});

function visitRows(question: SurveyElement, answer: unknown, change: Change): unknown {
  const inner = innerOf(question);
  if (inner.size === 0 || typeof answer !== 'object' || answer === null) return answer;
  const visitRow = (row: unknown) => (isObject(row) ? visit(inner, row, change) : row);
  if (Array.isArray(answer)) return answer.map(visitRow);
  return Object.fromEntries(Object.entries(answer).map(([row, cells]) => [row, visitRow(cells)]));
}

function asQuestion(column: SurveyElement): SurveyElement {
  return { ...column, type: typeof column.cellType === 'string' ? column.cellType : 'text' };
}
