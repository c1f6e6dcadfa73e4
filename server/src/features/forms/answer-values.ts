import { isCalendarDate } from '@kinbridge/contract/shared/calendar-date';
import { highestRate } from '@kinbridge/forms/answer-text';
import { answeredFiles } from '@kinbridge/forms/answered-files';
import { isScalar } from '@kinbridge/forms/check-definition';
import type { SurveyElement } from '@kinbridge/forms/form-definition';
import { formFilesMost } from '@kinbridge/forms/form-file-limits';

/** Why a value can't answer a question; null if it can. */
export type ValueProblem = string | null;

const maxText = 20_000;
export const maxRows = 500;
const outside = "This isn't one of the choices.";
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

/** Larger numbers are mistakes, and sums would lose precision. */
const largestNumber = 1e15;

function numberProblem(value: unknown): ValueProblem {
  if (typeof value !== 'number' || !Number.isFinite(value)) return mustBeNumber;
  return Math.abs(value) > largestNumber ? 'Must be a number from -1e15 to 1e15.' : null;
}

/** Checks a one-line text by its input type. */
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

/** Caches what is derived from a part of a form, since many values use it. */
export function memoize<K extends object, V>(make: (part: K) => V): (part: K) => V {
  const made = new WeakMap<K, { value: V }>();
  return (part) => {
    const known = made.get(part) ?? { value: make(part) };
    made.set(part, known);
    return known.value;
  };
}

const setOf = memoize(
  (list: unknown[]): ReadonlySet<string> => new Set(list.map((item) => String(isObject(item) ? item.value : item))),
);
const none: ReadonlySet<string> = new Set();

/** The values of choices, rows or rates. */
export function valuesOf(list: unknown): ReadonlySet<string> {
  return Array.isArray(list) ? setOf(list) : none;
}

const specialChoices: [string, string[]][] = [
  ['other', ['showOtherItem', 'hasOther']],
  ['none', ['showNoneItem', 'hasNone']],
  ['refused', ['showRefuseItem']],
  ['dontknow', ['showDontKnowItem']],
];

/** The selectable values, by name or number. */
const choicesOf = memoize((question: SurveyElement): ReadonlySet<string> => {
  const choices = new Set(valuesOf(question.choices));
  for (const [value, switches] of specialChoices) {
    if (switches.some((name) => question[name] === true)) choices.add(value);
  }
  const { choicesMin, choicesMax, choicesStep = 1 } = question;
  if (typeof choicesMin === 'number' && typeof choicesMax === 'number' && typeof choicesStep === 'number') {
    const step = Math.max(choicesStep, (choicesMax - choicesMin) / 10_000, 1e-9);
    for (let value = choicesMin; value <= choicesMax; value += step) choices.add(String(value));
  }
  return choices;
});

/** Whether the form accepts free text or values from elsewhere. */
function takesAnything(question: SurveyElement, { othersAsComment }: FormRules): boolean {
  const takesOthers =
    question.storeOthersAsComment === false || (question.storeOthersAsComment === undefined && !othersAsComment);
  if (takesOthers && choicesOf(question).has('other')) return true;
  return question.allowCustomChoices === true || Boolean(question.choicesFromQuestion);
}

export interface FormRules {
  /** Whether text for 'other' is stored apart from the choice, the default. */
  othersAsComment: boolean;
}

export function choiceProblem(question: SurveyElement, value: unknown, rules: FormRules): ValueProblem {
  if (!isScalar(value)) return 'Must be one of the choices.';
  if (takesAnything(question, rules)) return textProblem(String(value));
  return choicesOf(question).has(String(value)) ? null : outside;
}

export function choicesProblem(question: SurveyElement, value: unknown, rules: FormRules): ValueProblem {
  if (!Array.isArray(value)) return mustBeList;
  if (value.length > maxRows) return `Can have at most ${maxRows} choices.`;
  const { valuePropertyName, maxSelectedChoices } = question;
  const chosen = value.map((item) =>
    typeof valuePropertyName === 'string' && valuePropertyName !== '' && isObject(item)
      ? item[valuePropertyName]
      : item,
  );
  if (new Set(chosen.map(String)).size < chosen.length) return "You can't choose the same answer twice.";
  if (typeof maxSelectedChoices === 'number' && maxSelectedChoices > 0 && value.length > maxSelectedChoices) {
    return `Please choose at most ${maxSelectedChoices}.`;
  }
  return chosen.map((item) => choiceProblem(question, item, rules)).find((problem) => problem !== null) ?? null;
}

export function booleanProblem(question: SurveyElement, value: unknown): ValueProblem {
  const { valueTrue = true, valueFalse = false } = question;
  return value === valueTrue || value === valueFalse || typeof value === 'boolean' ? null : 'Must be yes or no.';
}

export function ratingProblem(question: SurveyElement, value: unknown): ValueProblem {
  const values = valuesOf(question.rateValues);
  if (values.size > 0 && question.autoGenerate !== true)
    return isScalar(value) && values.has(String(value)) ? null : outside;
  const problem = numberProblem(value);
  if (problem) return problem;
  const { rateMin = 1 } = question as { rateMin?: number };
  return (value as number) < rateMin || (value as number) > highestRate(question) ? outside : null;
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
  if (!files) return 'Upload the file first, then send its id here.';
  const most = question.type === 'file' && question.allowMultiple === true ? formFilesMost : 1;
  return files.length > most
    ? most === 1
      ? 'Only one file can be sent here.'
      : `At most ${most} files can be sent.`
    : null;
}

/** Checks matrix rows, each with one or several columns. */
export function matrixProblem(question: SurveyElement, value: unknown): ValueProblem {
  const columns = valuesOf(question.columns);
  const rows = valuesOf(question.rows);
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
