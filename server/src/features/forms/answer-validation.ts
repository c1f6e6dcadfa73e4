import type { publicAnswer } from '@kinbridge/contract/forms/form-answers.contract';
import { newMember } from '@kinbridge/contract/member-fields/member-rules';
import { definitionLimits, depthOf } from '@kinbridge/forms/check-definition';
import {
  answerKey,
  commentName,
  fixedQuestionNames,
  questionsOf,
  questionTitle,
  type SurveyDefinition,
} from '@kinbridge/forms/form-definition';
import { formLanguages } from '@kinbridge/forms/form-languages';
import type { z } from 'zod';
import { AppError, invalidField } from '../../app-error.ts';
import { FairTurns, type Lane } from '../../fair-turns.ts';
import { TimedThreads } from '../../threads.ts';
import type { AnswerPath, Examined } from './examine-answers.ts';

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

const patienceMs = 10_000;

const turns = new FairTurns({
  atOnce: 2,
  waitingPerForm: 50,
  waitingPerOrganization: 100,
  patienceMs,
  busy: "We're checking a lot of answers right now. Please try again in a moment.",
});

/** The largest publishable form takes half a second; a slow machine needs several times that. */
const threads = new TimedThreads('answer-thread', { limitMs: 3_000, patienceMs, memoryMb: 256 });

/**
 * Checks answers against a form in a thread that is ended after three seconds, since a bad form can keep it busy for
 * hours. Null if it took too long or was unreadable.
 */
export function examineAnswers(lane: Lane, definition: SurveyDefinition, answers: Answers): Promise<Examined | null> {
  return turns.run(lane, () => threads.run<Examined>({ definition, answers }));
}

const memberFields = {
  firstName: 'userFirstName',
  lastName: 'userLastName',
  dateOfBirth: 'userBirthDate',
  phoneNumber: 'userPhoneNumber',
} as const;

/** The answers with the four fixed ones, wherever the client put them; blank ones are dropped. */
export function withFixedAnswers(submitted: z.output<typeof publicAnswer>): Answers {
  const answers: Answers = { ...submitted.surveyAnswerJson };
  for (const name of fixedQuestionNames) {
    const given = submitted[name as (typeof memberFields)[keyof typeof memberFields]] ?? answers[name];
    const text = typeof given === 'string' ? given.trim() : given;
    if (text === '' || text === null || text === undefined) delete answers[name];
    else answers[name] = text;
  }
  return answers;
}

/** The language of a form with several, if it offers this one: choosing it says what the person speaks. */
export function chosenLanguage(definition: SurveyDefinition, language: string | undefined): string | null {
  const offered = formLanguages(definition);
  return offered.length > 1 ? (offered.find((one) => one === language) ?? null) : null;
}

/** The person who answered, validated like a member. Both names are required, whatever the form says. */
export function personOf(answers: Answers): z.output<typeof newMember> {
  const given = Object.fromEntries(Object.entries(memberFields).map(([field, name]) => [field, answers[name]]));
  const parsed = newMember.safeParse(given);
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [memberFields[path[0] as keyof typeof memberFields], message]),
  );
  throw new AppError('invalid_input', Object.values(fields).join(' '), { fields });
}
