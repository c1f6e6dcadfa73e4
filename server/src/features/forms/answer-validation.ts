import { definitionLimits, depthOf } from '@kinbridge/forms/check-definition';
import {
  answerKey,
  commentName,
  questionsOf,
  questionTitle,
  type SurveyDefinition,
} from '@kinbridge/forms/form-definition';
import { AppError, invalidField } from '../../app-error.ts';
import type { Lane } from '../../fair-turns.ts';
import type { AnswerPath } from './examine-answers.ts';
import { examineAnswers } from './form-thread.ts';

type Answers = Record<string, unknown>;

const maxBytes = 1_000_000;

/**
 * The answers to store: validated against their version, without answers to hidden questions, with computed values.
 * `definition` is the stored one, plus the fixed questions for the public link.
 */
export async function validatedAnswers(lane: Lane, definition: SurveyDefinition, given: Answers): Promise<Answers> {
  if (depthOf(given) > definitionLimits.depth) throw invalidField('data', 'The answers are nested too deeply.');
  if (Buffer.byteLength(JSON.stringify(given)) > maxBytes) {
    throw new AppError('too_large', 'The answers are too large: at most 1 MB.');
  }
  const answers = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  );
  const examined = await examineAnswers(lane, definition, answers);
  if (!examined) throw invalidField('data', 'The answers take too long to check. Please shorten them and try again.');
  refuse(definition, examined.fields);
  for (const path of examined.hidden) dropAnswer(answers, path);
  for (const [name, value] of Object.entries(examined.computed)) {
    if (value === null || value === undefined) delete answers[name];
    else answers[name] = value;
  }
  return answers;
}

function dropAnswer(answers: Answers, [key = '', row, ...rest]: AnswerPath): void {
  if (row !== undefined) {
    const inRow = (answers[key] as Answers[] | undefined)?.[row as number];
    if (inRow) dropAnswer(inRow, rest);
    return;
  }
  delete answers[key];
  delete answers[commentName(String(key))];
}

function refuse(definition: SurveyDefinition, fields: Record<string, string>): void {
  const names = Object.keys(fields);
  if (names.length === 0) return;
  const titles = new Map(questionsOf(definition).map((question) => [answerKey(question), questionTitle(question)]));
  const [first = '', ...others] = names.map((name) => shortened((titles.get(name) ?? name).trim()));
  const message =
    others.length === 0
      ? `${first}${/[.:!?]$/.test(first) ? '' : ':'} ${Object.values(fields)[0]}`
      : `Please fix ${names.length} answers: ${[first, ...others].map((title) => `“${title}”`).join(', ')}.`;
  throw new AppError('invalid_input', message, { fields });
}

function shortened(title: string): string {
  return title.length > 100 ? `${title.slice(0, 99)}…` : title;
}
