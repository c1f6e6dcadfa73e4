import {
  answerKey,
  fixedQuestionNames,
  questionsOf,
  type SurveyDefinition,
  type SurveyElement,
} from '@kinbridge/contract/surveys/survey-definition';
import type { Survey } from '@kinbridge/contract/surveys/surveys.contract';

const withoutAnswer = new Set(['html', 'image']);

/**
 * Every question that any version of a form asked, once per key of the answers: as the newest version words it, in its
 * order, followed by those that only older versions asked. The fixed four stand apart from them.
 */
export function askedQuestions(versions: Survey[]): SurveyElement[] {
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
