import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import {
  answerKey,
  fixedQuestionNames,
  questionsOf,
  type SurveyDefinition,
  type SurveyElement,
} from '@kinbridge/forms/form-definition';

const withoutAnswer = new Set(['html', 'image']);

/**
 * Every question of any version, once per answer key: in the newest version's wording and order, then those only older
 * versions asked. The four fixed questions are separate.
 */
export function askedQuestions(versions: FormVersion[]): SurveyElement[] {
  const asked = new Map<string, SurveyElement>();
  for (const { data } of versions) {
    for (const question of questionsOf(data as SurveyDefinition)) {
      const key = answerKey(question);
      if (withoutAnswer.has(question.type) || fixedQuestionNames.has(key) || asked.has(key)) continue;
      asked.set(key, question);
    }
  }
  return [...asked.values()];
}
