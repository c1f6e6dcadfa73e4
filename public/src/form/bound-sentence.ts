import { outOfRange } from './plain-check.ts';
import type { PublicFormTexts } from './public-form.texts.ts';

/** A question of SurveyJS. */
export interface BoundedQuestion {
  inputType?: unknown;
  renderedMin?: unknown;
  renderedMax?: unknown;
  value?: unknown;
  toJSON: () => object;
}

/** Replaces the sentence of SurveyJS, which writes dates as machines do; null if the form has its own. */
export function boundSentence(question: BoundedQuestion, texts: PublicFormTexts): string | null {
  const { inputType, renderedMin: min, renderedMax: max, value } = question;
  const own = question.toJSON();
  return 'minErrorText' in own || 'maxErrorText' in own ? null : outOfRange({ inputType, min, max }, value, texts);
}
