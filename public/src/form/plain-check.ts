import { type LocalText, type SurveyElement, textIn } from '@kinbridge/forms/form-definition';
import { plainItems } from '@kinbridge/forms/plain-form';
import type { PublicFormTexts } from './public-form.texts.ts';

export interface AnswerToCheck {
  element: SurveyElement;
  answer: unknown;
  /** An incomplete date field has no value and yet isn't empty. */
  badInput?: boolean;
  language: string;
  texts: PublicFormTexts;
}

/** The server's message for a refused answer; null if accepted. */
export function problemWith({ element, answer, badInput, language, texts }: AnswerToCheck): string | null {
  if (badInput) return texts.wrongDate;
  if (isEmpty(answer)) {
    const needed = element.isRequired === true || (element.type === 'matrix' && needsEveryRow(element));
    if (!needed) return element.type === 'checkbox' ? countProblem(element, [], texts) : null;
    return textIn(element.requiredErrorText as LocalText | undefined, language) || missing(element, texts);
  }
  switch (element.type) {
    case 'matrix':
      return needsEveryRow(element) && hasEmptyRow(element, answer) ? texts.missingRows : null;
    case 'checkbox':
      return countProblem(element, answer, texts);
    case 'text':
      return textProblem(element, answer, texts) ?? lengthProblem(element, answer, texts);
    case 'comment':
      return lengthProblem(element, answer, texts);
    default:
      return null;
  }
}

function isEmpty(answer: unknown): boolean {
  return answer === undefined || answer === '' || (Array.isArray(answer) && answer.length === 0);
}

function missing({ type }: SurveyElement, texts: PublicFormTexts): string {
  switch (type) {
    case 'text':
    case 'comment':
      return texts.missingText;
    case 'matrix':
      return texts.missingRows;
    case 'ranking':
      return texts.missingRanking;
    case 'file':
      return texts.missingFile;
    case 'signaturepad':
      return texts.missingSignature;
    default:
      return texts.missingChoice;
  }
}

/** Older forms use another property name. */
function needsEveryRow({ eachRowRequired, isAllRowRequired }: SurveyElement): boolean {
  return eachRowRequired === true || isAllRowRequired === true;
}

function hasEmptyRow({ rows }: SurveyElement, answer: unknown): boolean {
  const answers = new Map(Object.entries(answer as object));
  return plainItems(rows).some(({ value }) => isEmpty(answers.get(String(value))));
}

function countProblem(element: SurveyElement, answer: unknown, texts: PublicFormTexts): string | null {
  const [least, most] = [Number(element.minSelectedChoices), Number(element.maxSelectedChoices)];
  const isNone = element.showNoneItem === true && Array.isArray(answer) && answer[0] === 'none';
  if (!Array.isArray(answer) || isNone) return null;
  if (least > 0 && answer.length < least) return texts.chooseAtLeast(least);
  return most > 0 && answer.length > most ? texts.chooseAtMost(most) : null;
}

const atom = '[^<>()[\\].,;:\\s@"]+';
/** The form library's expression. */
const email = new RegExp(`^${atom}(\\.${atom})*@([^<>()=[\\].,;:\\s@"]+\\.)+[^<>()=[\\].,;:\\s@"]{2,}$`);

function textProblem(element: SurveyElement, answer: unknown, texts: PublicFormTexts): string | null {
  const text = String(answer);
  const isEmail = element.inputType === 'email' || validatorsOf(element).some(({ type }) => type === 'email');
  if (isEmail && !email.test(text)) return texts.wrongEmail;
  if (element.inputType === 'number' && typeof answer !== 'number') return texts.wrongNumber;
  if (element.name === 'userPhoneNumber' && !/^\+?[\d\s().-]{10,20}$/.test(text)) return texts.wrongPhone;
  if (element.name === 'userBirthDate' && !isBirthdate(text)) return texts.wrongDate;
  return outOfRange(element, answer, texts);
}

function lengthProblem(element: SurveyElement, answer: unknown, texts: PublicFormTexts): string | null {
  const { length } = String(answer);
  for (const { type, minLength, maxLength } of validatorsOf(element)) {
    if (type !== 'text') continue;
    if (Number(minLength) > 0 && length < Number(minLength)) return texts.tooShort(Number(minLength));
    if (Number(maxLength) > 0 && length > Number(maxLength)) return texts.tooLong(Number(maxLength));
  }
  return null;
}

function validatorsOf({ validators }: SurveyElement): Record<string, unknown>[] {
  return Array.isArray(validators) ? validators : [];
}

function isBirthdate(text: string): boolean {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && text > '1900-01-01' && text <= tomorrow;
}

/** Why an answer isn't within its question's bounds; null if it is. */
export function outOfRange(
  { min, max, inputType }: Record<string, unknown>,
  answer: unknown,
  texts: PublicFormTexts,
): string | null {
  const below = (bound: unknown) =>
    typeof answer === 'number' ? answer < Number(bound) : String(answer) < String(bound);
  const above = (bound: unknown) =>
    typeof answer === 'number' ? answer > Number(bound) : String(answer) > String(bound);
  const date = (bound: unknown) => dateText(String(inputType), String(bound), texts.locale);
  if (isBound(min) && below(min)) {
    const earliest = date(min);
    return earliest ? texts.earliest(earliest) : texts.atLeast(String(min));
  }
  if (!isBound(max) || !above(max)) return null;
  const latest = date(max);
  return latest ? texts.latest(latest) : texts.atMost(String(max));
}

const dateStyles: Record<string, Intl.DateTimeFormatOptions> = {
  date: { dateStyle: 'medium' },
  'datetime-local': { dateStyle: 'medium', timeStyle: 'short' },
  month: { year: 'numeric', month: 'long' },
  time: { timeStyle: 'short' },
};

/** A date or time as people of the language write it; null if it isn't one. */
function dateText(inputType: string, bound: string, locale: string): string | null {
  const style = Object.hasOwn(dateStyles, inputType) ? dateStyles[inputType] : undefined;
  const iso = inputType === 'time' ? `1970-01-01T${bound}` : bound;
  const date = new Date(iso.includes('T') ? `${iso}Z` : iso);
  if (!style || Number.isNaN(date.getTime())) return null;
  return new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }).format(date);
}

function isBound(bound: unknown): boolean {
  return typeof bound === 'number' || (typeof bound === 'string' && bound !== '');
}
