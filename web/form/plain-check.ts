import type { PublicFormTexts } from '@kinbridge/contract/surveys/public-form.texts';
import { type LocalText, type SurveyElement, textIn } from '@kinbridge/contract/surveys/survey-definition';

const choosing = new Set(['radiogroup', 'checkbox', 'boolean', 'rating', 'dropdown']);

/** What keeps an answer from being taken, as a sentence, or nothing. */
export function problemWith(
  element: SurveyElement,
  answer: unknown,
  badInput: boolean,
  language: string,
  texts: PublicFormTexts,
): string | null {
  if (badInput) return texts.wrongDate;
  const empty = answer === undefined || answer === '' || (Array.isArray(answer) && answer.length === 0);
  if (empty) {
    if (element.isRequired !== true) return null;
    const own = textIn(element.requiredErrorText as LocalText | undefined, language);
    return own || (choosing.has(element.type) ? texts.missingChoice : texts.missingText);
  }
  if (element.type !== 'text') return null;
  const text = String(answer);
  if (element.inputType === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return texts.wrongEmail;
  if (element.inputType === 'number' && typeof answer !== 'number') return texts.wrongNumber;
  if (element.name === 'userPhoneNumber' && !/^\+?[\d\s().-]{10,20}$/.test(text)) return texts.wrongPhone;
  if (element.name === 'userBirthDate' && !isBirthdate(text)) return texts.wrongDate;
  return outOfRange(element, answer, texts);
}

function isBirthdate(text: string): boolean {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && text > '1900-01-01' && text <= tomorrow;
}

function outOfRange({ min, max }: SurveyElement, answer: unknown, texts: PublicFormTexts): string | null {
  const below = (bound: unknown) =>
    typeof answer === 'number' ? answer < Number(bound) : String(answer) < String(bound);
  const above = (bound: unknown) =>
    typeof answer === 'number' ? answer > Number(bound) : String(answer) > String(bound);
  if (isBound(min) && below(min)) return texts.atLeast(String(min));
  return isBound(max) && above(max) ? texts.atMost(String(max)) : null;
}

function isBound(bound: unknown): boolean {
  return typeof bound === 'number' || (typeof bound === 'string' && bound !== '');
}
