import { type LocalText, questionTitle, type SurveyElement, textIn } from '@kinbridge/forms/form-definition';
import type { PlainChoice } from '@kinbridge/forms/plain-form';
import { type Html, html, type Part } from '../html.ts';
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

export function titleOf({ element, language, texts, heading, number }: PlainQuestion): Html {
  const optional = heading === null && element.isRequired !== true;
  return html`${number !== null && `${number}. `}${questionTitle(element, language)}${optional && html` <span class="optional">${texts.optional}</span>`}`;
}

export function descriptionOf({ element, language, index }: PlainQuestion): Part {
  const text = textIn(element.description as LocalText | undefined, language);
  return text && html`<p class="hint" id="${idOf(index)}-hint">${text}</p>`;
}

export function errorOf({ index }: PlainQuestion): Html {
  return html`<p class="error" id="${idOf(index)}-error" hidden></p>`;
}

export function headed({ heading }: PlainQuestion, content: Html): Html {
  return heading === null ? content : html`<h${heading} tabindex="-1">${content}</h${heading}>`;
}

/** A question with several controls: a group with title, hint and error. */
export function groupHtml(question: PlainQuestion, hintText: string, controls: Part): Html {
  const { index } = question;
  const id = idOf(index);
  const hint = descriptionOf(question) || (hintText && html`<p class="hint" id="${id}-hint">${hintText}</p>`);
  return html`<fieldset class="field" data-question="${index}" aria-describedby="${hint ? `${id}-hint ` : ''}${id}-error">
<legend>${headed(question, titleOf(question))}</legend>${hint}${errorOf(question)}
${controls}</fieldset>`;
}

export function choiceText(choice: PlainChoice, at: number, { element, language, texts }: PlainQuestion): string {
  const own = textIn(choice.text as LocalText | undefined, language);
  if (own) return own;
  if (choice.none) return texts.none;
  if (choice.other) return texts.other;
  if (element.type === 'boolean') return at === 0 ? texts.yes : texts.no;
  return String(choice.value);
}
