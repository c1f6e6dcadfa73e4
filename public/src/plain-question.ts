import { type LocalText, questionTitle, type SurveyElement, textIn } from '@kinbridge/forms/form-definition';
import type { PlainChoice } from '@kinbridge/forms/plain-form';
import { escapeHtml } from './escape-html.ts';
import type { PublicFormTexts } from './public-form.texts.ts';

/** Everything needed to render a question. The server renders a form's first page, the browser all others. */
export interface PlainQuestion {
  element: SurveyElement;
  /** Its position on the page, used for ids because a name can contain anything. */
  index: number;
  value: unknown;
  /** The text typed for 'Other'. */
  comment: unknown;
  /** Its heading level; null for one of several fields under the page's heading. */
  heading: 1 | 2 | null;
  /** Shown before its title. */
  number: number | null;
  language: string;
  texts: PublicFormTexts;
  /** Whether the phone may autofill; false on a shared one. */
  autofill: boolean;
}

export function idOf(index: number): string {
  return `question-${index}`;
}

export function titleOf({ element, language, texts, heading, number }: PlainQuestion): string {
  const optional = heading === null && element.isRequired !== true;
  return `${number === null ? '' : `${number}. `}${escapeHtml(questionTitle(element, language))}${optional ? ` <span class="optional">${texts.optional}</span>` : ''}`;
}

export function descriptionOf({ element, language, index }: PlainQuestion): string {
  const text = textIn(element.description as LocalText | undefined, language);
  return text ? `<p class="hint" id="${idOf(index)}-hint">${escapeHtml(text)}</p>` : '';
}

export function errorOf({ index }: PlainQuestion): string {
  return `<p class="error" id="${idOf(index)}-error" hidden></p>`;
}

export function headed({ heading }: PlainQuestion, html: string): string {
  return heading === null ? html : `<h${heading} tabindex="-1">${html}</h${heading}>`;
}

/** A question with several controls: a group with title, hint and error. */
export function groupHtml(question: PlainQuestion, hintText: string, controls: string): string {
  const { index } = question;
  const id = idOf(index);
  const hint =
    descriptionOf(question) || (hintText ? `<p class="hint" id="${id}-hint">${escapeHtml(hintText)}</p>` : '');
  return `<fieldset class="field" data-question="${index}" aria-describedby="${hint ? `${id}-hint ` : ''}${id}-error">
<legend>${headed(question, titleOf(question))}</legend>${hint}
${controls}
${errorOf(question)}</fieldset>`;
}

export function choiceText(choice: PlainChoice, at: number, { element, language, texts }: PlainQuestion): string {
  const own = textIn(choice.text as LocalText | undefined, language);
  if (own) return own;
  if (choice.none) return texts.none;
  if (choice.other) return texts.other;
  if (element.type === 'boolean') return at === 0 ? texts.yes : texts.no;
  return String(choice.value);
}
