import { brokenChoiceSentence, brokenChoices } from '@kinbridge/forms/broken-choices';
import { brokenRuleSentence, brokenRules } from '@kinbridge/forms/broken-rules';
import { elementTypes } from '@kinbridge/forms/check-definition';
import {
  questionsOf,
  questionTitle,
  type SurveyDefinition,
  type SurveyElement,
  textIn,
} from '@kinbridge/forms/form-definition';
import { type Item, itemValue } from './choices.ts';
import { hasChoices, isQuestion } from './question-kinds.ts';
import { readStatement } from './statement.ts';

/** Why a form can't be published, one sentence per reason. */
export function formProblems(definition: SurveyDefinition): string[] {
  const questions = questionsOf(definition);
  const names = questions.map(({ name }) => name);
  return [
    ...(isBlank(definition) ? ['The form has no questions yet.'] : []),
    ...questions.flatMap((question) => problemsOf(question, names)),
    ...brokenRules(definition).map(brokenRuleSentence),
    ...brokenChoices(definition).map(brokenChoiceSentence),
  ];
}

/** Whether the form has no questions yet. */
export function isBlank(definition: SurveyDefinition): boolean {
  return !questionsOf(definition).some(isQuestion);
}

function problemsOf(question: SurveyElement, names: string[]): string[] {
  const called = `“${questionTitle(question)}”`;
  const found: string[] = [];
  if (names.filter((name) => name === question.name).length > 1) {
    found.push(`Two questions have the name “${question.name}”. Please give one another name.`);
  }
  if (hasNoText(question)) found.push(`${called} has no text yet. Please type it.`);
  if (!isPublishable(question)) {
    found.push(`${called} is a “${question.type}”, which forms can't use. Please delete it.`);
  }
  if (question.surveyAction === 'createServiceRequest' && typeof question.serviceId !== 'number') {
    found.push(`${called} creates a service request. Please select the service.`);
  }
  if (hasChoices(question) && !question.choicesByUrl && !question.choicesFromQuestion) {
    const values = ((question.choices ?? []) as Item[]).map((item) => String(itemValue(item)));
    if (values.length === 0) found.push(`${called} has no choices yet.`);
    if (new Set(values).size < values.length) found.push(`${called} has a duplicate choice.`);
  }
  return found;
}

/** The builder's default name isn't meant for people; an imported one may be. */
function hasNoText(question: SurveyElement): boolean {
  if (question.type === 'html') return readStatement(textIn(question.html as string)).text.trim() === '';
  return isQuestion(question) && textIn(question.title).trim() === '' && /^question\d+$/.test(question.name);
}

/** Whether the server accepts this kind of element; imported JSON may contain any. */
export function isPublishable({ type }: SurveyElement): boolean {
  return elementTypes.some((known) => known === type);
}
