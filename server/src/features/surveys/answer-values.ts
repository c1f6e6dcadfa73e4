import { isCalendarDate } from '@kinbridge/contract/shared/calendar-date';
import { answeredFiles } from '@kinbridge/contract/surveys/answered-files';
import { isScalar } from '@kinbridge/contract/surveys/check-definition';
import type { SurveyElement } from '@kinbridge/contract/surveys/survey-definition';

/** Why a value cannot be the answer to a question; null when it can. */
export type ValueProblem = string | null;

const maxText = 20_000;
export const maxRows = 500;
const outside = 'This is none of the choices.';
const mustBeText = 'Must be a text.';
const mustBeNumber = 'Must be a number.';
const mustBeList = 'Must be a list.';
const mustBeObject = 'Must be an object.';

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textProblem(value: unknown, maxLength: unknown = undefined): ValueProblem {
  if (typeof value !== 'string') return mustBeText;
  const most = typeof maxLength === 'number' && maxLength > 0 ? Math.min(maxLength, maxText) : maxText;
  return value.length > most ? `Can have at most ${most} characters.` : null;
}

function numberProblem(value: unknown): ValueProblem {
  return typeof value === 'number' && Number.isFinite(value) ? null : mustBeNumber;
}

/** One line of text, or what its kind of input makes of it. */
export function inputProblem(question: SurveyElement, value: unknown): ValueProblem {
  const { inputType, maskType, maskSettings } = question;
  const masked = (maskSettings as { saveMaskedValue?: boolean } | undefined)?.saveMaskedValue === true;
  if (inputType === 'number' || inputType === 'range') return numberProblem(value);
  if ((maskType === 'numeric' || maskType === 'currency') && !masked) return numberProblem(value);
  if (inputType === 'date' && !(typeof value === 'string' && isCalendarDate(value))) {
    return 'Must be a date such as 2026-01-31.';
  }
  return textProblem(value, question.maxLength);
}

/** The values of choices, rows or rates. */
export function valuesOf(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.map((item) => String(isObject(item) ? item.value : item));
}

const specialChoices: [string, string[]][] = [
  ['other', ['showOtherItem', 'hasOther']],
  ['none', ['showNoneItem', 'hasNone']],
  ['refused', ['showRefuseItem']],
  ['dontknow', ['showDontKnowItem']],
];

/** What may be chosen; null when anything may, since the form takes what people type or what they said elsewhere. */
function choicesOf(question: SurveyElement, fallback: unknown, othersAsComment: boolean): Set<string> | null {
  const given = Array.isArray(question.choices) && question.choices.length > 0 ? question.choices : fallback;
  const choices = new Set(valuesOf(given));
  for (const [value, switches] of specialChoices) {
    if (switches.some((name) => question[name] === true)) choices.add(value);
  }
  const takesOthers =
    question.storeOthersAsComment === false || (question.storeOthersAsComment === undefined && !othersAsComment);
  if (choices.has('other') && takesOthers) return null;
  if (question.allowCustomChoices === true || question.choicesFromQuestion) return null;
  const { choicesMin, choicesMax, choicesStep = 1 } = question;
  if (typeof choicesMin === 'number' && typeof choicesMax === 'number' && typeof choicesStep === 'number') {
    const step = Math.max(choicesStep, (choicesMax - choicesMin) / 10_000, 1e-9);
    for (let value = choicesMin; value <= choicesMax; value += step) choices.add(String(value));
  }
  return choices;
}

export interface FormRules {
  /** Whether what people type beside 'other' stands apart from the choice, as it does by default. */
  othersAsComment: boolean;
}

export function choiceProblem(
  question: SurveyElement,
  value: unknown,
  rules: FormRules,
  fallback?: unknown,
): ValueProblem {
  if (!isScalar(value)) return 'Must be one of the choices.';
  const choices = choicesOf(question, fallback, rules.othersAsComment);
  if (choices === null) return textProblem(String(value));
  return choices.has(String(value)) ? null : outside;
}

export function choicesProblem(
  question: SurveyElement,
  value: unknown,
  rules: FormRules,
  fallback?: unknown,
): ValueProblem {
  if (!Array.isArray(value)) return mustBeList;
  if (value.length > maxRows) return `Can have at most ${maxRows} choices.`;
  const { valuePropertyName, maxSelectedChoices } = question;
  const chosen = value.map((item) =>
    typeof valuePropertyName === 'string' && valuePropertyName !== '' && isObject(item)
      ? item[valuePropertyName]
      : item,
  );
  if (new Set(chosen.map(String)).size < chosen.length) return 'A choice was made twice.';
  if (typeof maxSelectedChoices === 'number' && maxSelectedChoices > 0 && value.length > maxSelectedChoices) {
    return `Please choose at most ${maxSelectedChoices}.`;
  }
  return (
    chosen.map((item) => choiceProblem(question, item, rules, fallback)).find((problem) => problem !== null) ?? null
  );
}

export function booleanProblem(question: SurveyElement, value: unknown): ValueProblem {
  const { valueTrue = true, valueFalse = false } = question;
  return value === valueTrue || value === valueFalse || typeof value === 'boolean' ? null : 'Must be yes or no.';
}

export function ratingProblem(question: SurveyElement, value: unknown): ValueProblem {
  const values = valuesOf(question.rateValues);
  if (values.length > 0 && question.autoGenerate !== true)
    return isScalar(value) && values.includes(String(value)) ? null : outside;
  const problem = numberProblem(value);
  if (problem) return problem;
  const { rateMin = 1, rateMax, rateCount } = question as { rateMin?: number; rateMax?: number; rateCount?: number };
  const most = rateMax ?? (rateCount === undefined ? 5 : rateMin + rateCount - 1);
  return (value as number) < rateMin || (value as number) > most ? outside : null;
}

export function sliderProblem(question: SurveyElement, value: unknown): ValueProblem {
  const { min = 0, max = 100 } = question as { min?: number; max?: number };
  const numbers = Array.isArray(value) ? value : [value];
  if (numbers.length > 2) return mustBeNumber;
  const problem = numbers.map(numberProblem).find((found) => found !== null);
  if (problem) return problem;
  return numbers.some((number) => number < min || number > max) ? `Must be from ${min} to ${max}.` : null;
}

export function filesProblem(question: SurveyElement, value: unknown): ValueProblem {
  const files = answeredFiles(value);
  if (!files) return 'Please send the file first; the id that is answered then stands here.';
  const most = question.type === 'file' && question.allowMultiple === true ? 20 : 1;
  return files.length > most
    ? most === 1
      ? 'Only one file can be sent here.'
      : `At most ${most} files can be sent.`
    : null;
}

/** Rows of a matrix, each with one of the columns, or several. */
export function matrixProblem(question: SurveyElement, value: unknown): ValueProblem {
  const columns = new Set(valuesOf(question.columns));
  const rows = new Set(valuesOf(question.rows));
  const cell = (answer: unknown): boolean =>
    isScalar(answer)
      ? columns.has(String(answer))
      : question.cellType === 'checkbox' &&
        Array.isArray(answer) &&
        answer.length <= columns.size &&
        answer.every((item) => isScalar(item) && columns.has(String(item)));
  if (rows.size === 0) return cell(value) ? null : outside;
  if (!isObject(value)) return mustBeObject;
  for (const [row, answer] of Object.entries(value)) {
    if (!rows.has(row)) return `There is no row ${row.slice(0, 60)}.`;
    if (!cell(answer)) return outside;
  }
  return null;
}

export { mustBeList, mustBeObject };
