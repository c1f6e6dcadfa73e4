import type { Submission } from '@kinbridge/contract/forms/form-answers.contract';
import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { answerText } from '@kinbridge/forms/answer-text';
import {
  answerKey,
  fixedQuestionNames,
  fixedQuestions,
  questionsOf,
  questionTitle,
  type SurveyDefinition,
  type SurveyElement,
  withFixedQuestions,
} from '@kinbridge/forms/form-definition';

/** A question as a column, worded as in the newest version that has it. */
export interface AskedQuestion {
  key: string;
  title: string;
}

/** Elements that people read but don't answer. */
export const withoutAnswer = new Set(['html', 'image']);
const statedByLink = fixedQuestions.filter(({ name }) => name === 'userBirthDate' || name === 'userPhoneNumber');

/** Every question of any version, in the order of the newest; the link's fixed questions come last. */
export function askedIn(versions: readonly FormVersion[]): AskedQuestion[] {
  const asked = new Map<string, string>();
  for (const { data } of versions) {
    for (const question of questionsOf(data as SurveyDefinition)) {
      const key = answerKey(question);
      if (withoutAnswer.has(question.type) || fixedQuestionNames.has(key) || asked.has(key)) continue;
      asked.set(key, questionTitle(question));
    }
  }
  for (const question of statedByLink) asked.set(question.name, questionTitle(question));
  return [...asked].map(([key, title]) => ({ key, title }));
}

/** Reads an answer with the question as it was asked: labels may have changed since. */
export function answerReader(versions: readonly FormVersion[]): (submission: Submission, key: string) => string {
  const asked = new Map(versions.map((form) => [form.version, questionsByKey(form)]));
  return ({ version, data }, key) => {
    const question = asked.get(version)?.get(key) ?? fixedQuestions.find(({ name }) => name === key);
    return answerText(question ?? { type: 'text', name: key }, data[key]);
  };
}

function questionsByKey({ data }: FormVersion): Map<string, SurveyElement> {
  return new Map(questionsOf(data as SurveyDefinition).map((question) => [answerKey(question), question]));
}

/** The form as it was when answered; the four fixed questions only if they were asked. */
export function answeredDefinition(form: FormVersion, answers: Record<string, unknown>): SurveyDefinition {
  const definition = form.data as SurveyDefinition;
  return fixedQuestions.some(({ name }) => name in answers) ? withFixedQuestions(definition) : definition;
}
