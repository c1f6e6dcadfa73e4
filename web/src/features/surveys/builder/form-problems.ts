import { elementTypes } from '@kinbridge/contract/surveys/check-definition';
import {
  questionsOf,
  questionTitle,
  type SurveyDefinition,
  type SurveyElement,
  textIn,
} from '@kinbridge/contract/surveys/survey-definition';
import { type Item, itemValue } from './choices.ts';
import { readCondition } from './condition.ts';
import { hasChoices, isQuestion } from './question-kinds.ts';
import { readStatement } from './statement.ts';

export interface FormProblem {
  /** The question that it is about; null for the form itself. */
  name: string | null;
  sentence: string;
  /** True where the form cannot be published like this. */
  stops: boolean;
}

/** What keeps a form from working, and what somebody should look at before it is published. */
export function formProblems(definition: SurveyDefinition): FormProblem[] {
  const questions = questionsOf(definition);
  const names = questions.map(({ name }) => name);
  const problems = questions.flatMap((question) => [
    ...problemsOf(question, names).map(({ sentence, stops }) => ({ name: question.name, sentence, stops })),
  ]);
  if (!questions.some(isQuestion)) {
    problems.unshift({ name: '', sentence: 'The form has no questions yet.', stops: true });
  }
  return problems.map((problem) => ({ ...problem, name: problem.name || null }));
}

function problemsOf(question: SurveyElement, names: string[]): Omit<FormProblem, 'name'>[] {
  const called = `“${questionTitle(question)}”`;
  const found: Omit<FormProblem, 'name'>[] = [];
  if (names.filter((name) => name === question.name).length > 1) {
    found.push({
      sentence: `Two questions have the name “${question.name}”. Please give one another name.`,
      stops: true,
    });
  }
  if (isUnworded(question)) found.push({ sentence: `${called} has no text yet. Please type it.`, stops: true });
  if (!isPublishable(question)) {
    found.push({
      sentence: `${called} is a “${question.type}”, which forms can't use. Please delete it.`,
      stops: true,
    });
  }
  if (question.surveyAction === 'createServiceRequest' && typeof question.serviceId !== 'number') {
    found.push({ sentence: `${called} creates a service request. Please select the service.`, stops: true });
  }
  if (hasChoices(question) && !question.choicesByUrl && !question.choicesFromQuestion) {
    const values = ((question.choices ?? []) as Item[]).map((item) => String(itemValue(item)));
    if (values.length === 0) found.push({ sentence: `${called} has no choices yet.`, stops: true });
    if (new Set(values).size < values.length)
      found.push({ sentence: `${called} has a duplicate choice.`, stops: true });
  }
  const gone = goneQuestions(question.visibleIf, names);
  if (gone.length > 0) {
    found.push({ sentence: `${called} is shown by a rule about “${gone[0]}”, which no longer exists.`, stops: false });
  }
  return found;
}

/** The name that the builder gave is not meant for people; one that came in with a form may be. */
function isUnworded(question: SurveyElement): boolean {
  if (question.type === 'html') return readStatement(textIn(question.html as string)).text.trim() === '';
  return isQuestion(question) && textIn(question.title).trim() === '' && /^question\d+$/.test(question.name);
}

/** Whether the server takes a form with this kind of element; one that came in as JSON may be of any. */
export function isPublishable({ type }: SurveyElement): boolean {
  return elementTypes.some((known) => known === type);
}

/** The questions that a rule names and that are not in the form. Rules beyond the picker are left to SurveyJS. */
export function goneQuestions(expression: unknown, names: string[]): string[] {
  const rules = typeof expression === 'string' ? (readCondition(expression)?.rules ?? []) : [];
  return rules.map(({ question }) => question).filter((name) => !names.includes(name));
}
