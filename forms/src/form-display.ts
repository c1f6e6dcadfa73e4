import { fixedQuestionNames, type SurveyDefinition, type SurveyElement, type SurveyPage } from './form-definition.ts';

/** Older forms use 'on', 'off' or a position where newer ones use true or false. */
function isOff(value: unknown): boolean {
  return value === false || value === 'off';
}

/** Unlike in SurveyJS, the bar is on unless the form turns it off. */
export function showsProgressBar({ showProgressBar }: SurveyDefinition): boolean {
  return !isOff(showProgressBar);
}

/** Numbers are off unless the form turns them on. */
export function showsNumbers({ showQuestionNumbers }: SurveyDefinition): boolean {
  return showQuestionNumbers !== undefined && !isOff(showQuestionNumbers);
}

/** The questions that a form adds about the person have no number, so its own start at 1. */
export function hasNumber({ type, name }: SurveyElement): boolean {
  return type !== 'html' && !fixedQuestionNames.has(name);
}

/** The number of the question on the last of these pages, given the elements that each page shows. */
export function numberOnLast(pages: SurveyPage[]): number {
  return pages.filter(({ elements }) => elements?.some(hasNumber)).length;
}
