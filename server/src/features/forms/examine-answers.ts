import { cleanDefinition } from '@kinbridge/forms/clean-definition';
import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { type BoundedQuestion, boundSentence } from '@kinbridge/public/form/bound-sentence';
import { publicFormTexts } from '@kinbridge/public/form/public-form.texts';
import { Model, type Question, QuestionPanelDynamicModel } from 'survey-core';
import { checkAnswers } from './answer-check.ts';

/** Leads to an answer: its key, or the key and row of a repeating group and then the key within the row. */
export type AnswerPath = (string | number)[];

/** The result of a check: errors, answers to hidden questions, and computed values. */
export interface Examined {
  fields: Record<string, string>;
  hidden: AnswerPath[];
  computed: Record<string, unknown>;
}

/**
 * Checks answers against the stored form: first types and choices, then everything the form library knows. A bad form
 * can keep it busy for hours, so it runs only in a thread that can be ended.
 */
export function examine(definition: SurveyDefinition, answers: Record<string, unknown>): Examined {
  const fields = checkAnswers(definition, answers);
  if (Object.keys(fields).length > 0) return { fields: { ...fields }, hidden: [], computed: {} };
  return examineByLibrary(undrawn(cleanDefinition(definition)), answers);
}

/** Rendering a signature needs a browser; checking whether there is one doesn't. */
function undrawn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(undrawn);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      (key === 'type' || key === 'cellType') && inner === 'signaturepad' ? 'comment' : undrawn(inner),
    ]),
  );
}

const texts = publicFormTexts('en');

function examineByLibrary(definition: unknown, answers: Record<string, unknown>): Examined {
  const form = new Model(definition);
  form.onErrorCustomText.add((_, options) => {
    const question = options.obj as unknown as BoundedQuestion;
    if (options.name === 'custom') options.text = boundSentence(question, texts) ?? options.text;
  });
  form.data = answers;
  form.validate(true, false);
  const fields: Record<string, string> = {};
  for (const question of form.getAllQuestions(true)) {
    const [error] = question.getAllErrors();
    if (error) fields[question.getValueName()] = error.getText();
  }
  const all = form.getAllQuestions(false);
  const shown = shownKeys(all);
  const computed: Record<string, unknown> = {};
  for (const question of all) {
    if (question.getType() === 'expression' && shown.has(question.getValueName()) && question.value !== undefined) {
      computed[question.getValueName()] = question.value;
    }
  }
  for (const value of form.calculatedValues) if (value.includeIntoResult) computed[value.name] = value.value;
  return { fields, hidden: hiddenIn(form, all), computed };
}

/** Several questions may share a key; one that is shown keeps its answer. */
function shownKeys(questions: Question[]): Set<string> {
  return new Set(questions.filter((question) => question.isVisibleInSurvey).map((question) => question.getValueName()));
}

function hiddenIn(form: Model, questions: Question[], path: AnswerPath = []): AnswerPath[] {
  const shown = shownKeys(questions);
  return questions.flatMap((question) => {
    const key = question.getValueName();
    const at = [...path, key];
    if (shown.has(key)) {
      if (!(question instanceof QuestionPanelDynamicModel)) return [];
      return question.panels.flatMap((panel, row) => hiddenIn(form, panel.questions, [...at, row]));
    }
    const rule = question.clearIfInvisible === 'default' ? form.clearInvisibleValues : question.clearIfInvisible;
    return rule === 'none' ? [] : [at];
  });
}
