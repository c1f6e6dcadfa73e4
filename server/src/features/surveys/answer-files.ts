import { type AnsweredFile, answeredFiles } from '@kinbridge/contract/surveys/answered-files';
import {
  answerKey,
  questionsOf,
  type SurveyDefinition,
  type SurveyElement,
} from '@kinbridge/contract/surveys/survey-definition';

type Answers = Record<string, unknown>;

/** The files that answers name, those inside panels that repeat and in rows included. */
export function filesIn(definition: SurveyDefinition, answers: Answers): AnsweredFile[] {
  const found: AnsweredFile[] = [];
  visit(questionsOf(definition), answers, (file) => {
    found.push(file);
    return file;
  });
  return found;
}

/** The answers with every file as `{ fileId, name }`, under the name that it is kept by. */
export function withFileNames(definition: SurveyDefinition, answers: Answers, names: Map<string, string>): Answers {
  return visit(questionsOf(definition), answers, ({ fileId, name }) => ({ fileId, name: names.get(fileId) ?? name }));
}

type Change = (file: AnsweredFile) => AnsweredFile;

function visit(questions: SurveyElement[], answers: Answers, change: Change): Answers {
  const changed = { ...answers };
  for (const question of questions) {
    const key = answerKey(question);
    const answer = answers[key];
    if (answer === undefined || answer === null) continue;
    const files = isFileQuestion(question) ? answeredFiles(answer) : null;
    if (files) changed[key] = Array.isArray(answer) ? files.map(change) : change(files[0] as AnsweredFile);
    else changed[key] = visitRows(question, answer, change);
  }
  return changed;
}

function isFileQuestion(question: SurveyElement): boolean {
  const type = question.type ?? question.cellType;
  return type === 'file' || type === 'signaturepad';
}

function visitRows(question: SurveyElement, answer: unknown, change: Change): unknown {
  const lists = [question.templateElements, question.detailElements].filter(Array.isArray);
  const columns =
    Array.isArray(question.columns) && question.type !== 'matrix' ? (question.columns as SurveyElement[]) : [];
  const inner = [...lists.flatMap((elements) => questionsOf({ elements })), ...columns.map(asQuestion)];
  if (inner.length === 0 || typeof answer !== 'object' || answer === null) return answer;
  if (Array.isArray(answer)) return answer.map((row) => visit(inner, row as Answers, change));
  return Object.fromEntries(
    Object.entries(answer).map(([row, cells]) => [row, visit(inner, cells as Answers, change)]),
  );
}

function asQuestion(column: SurveyElement): SurveyElement {
  return { ...column, type: typeof column.cellType === 'string' ? column.cellType : 'text' };
}
