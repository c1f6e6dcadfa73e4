import {
  commentName,
  fixedQuestionNames,
  type LocalText,
  type SurveyDefinition,
  type SurveyElement,
  type SurveyPage,
  textIn,
} from '@kinbridge/forms/form-definition';
import { hasNumber } from '@kinbridge/forms/form-display';
import { type Html, html, joined, type Part } from '../html.ts';
import { plainQuestionHtml } from './plain-markup.ts';
import type { PublicFormTexts } from './public-form.texts.ts';

export interface PlainPage {
  page: SurveyPage;
  /** The heading of the form's first page. */
  intro: { title: string; description: string } | null;
  /** The number of its question; null in a form without numbers. No plain page has two numbered questions. */
  number: number | null;
  answers: ReadonlyMap<string, unknown>;
  language: string;
  texts: PublicFormTexts;
  autofill: boolean;
}

/** A form without a title starts with its first question. */
export function introOf(title: string, definition: SurveyDefinition, language: string): PlainPage['intro'] {
  const shown = textIn(definition.title, language) || title.trim();
  const description = textIn(definition.description as LocalText | undefined, language);
  return shown ? { title: shown, description } : null;
}

/** A form page as HTML: its heading and its questions in order. */
export function plainPageHtml({ page, intro, number, answers, language, texts, autofill }: PlainPage): Html {
  const elements = page.elements ?? [];
  const questions = elements.filter(({ type }) => type !== 'html');
  const several = questions.length > 1;
  const group = several ? titleOfGroup(page, questions, language, texts) : '';
  const heading = several ? null : intro ? 2 : 1;
  const body = elements.map((element, index) =>
    plainQuestionHtml({
      element,
      index,
      value: answers.get(element.name),
      comment: answers.get(commentName(element.name)),
      heading: element.type === 'html' ? null : heading,
      number: hasNumber(element) ? number : null,
      language,
      texts,
      autofill,
    }),
  );
  return html`${introHtml(intro)}${several ? groupHtml(group, intro ? 2 : 1) : eyebrow(page, language)}${description(page, language)}${joined(body, '\n')}`;
}

function introHtml(intro: PlainPage['intro']): Part {
  if (!intro) return null;
  return html`<h1 tabindex="-1">${intro.title}</h1>${intro.description && html`<p class="hint">${intro.description}</p>`}`;
}

function titleOfGroup(page: SurveyPage, questions: SurveyElement[], language: string, texts: PublicFormTexts): string {
  const own = textIn(page.title, language);
  return own || (questions.every(({ name }) => fixedQuestionNames.has(name)) ? texts.aboutYou : '');
}

function groupHtml(title: string, level: 1 | 2): Part {
  return title && html`<h${level} class="group" tabindex="-1">${title}</h${level}>`;
}

/** The page's title as a small line above its question. */
function eyebrow(page: SurveyPage, language: string): Part {
  const title = textIn(page.title, language);
  return title && html`<p class="eyebrow">${title}</p>`;
}

function description(page: SurveyPage, language: string): Part {
  const text = textIn(page.description as LocalText | undefined, language);
  return text && html`<p class="hint">${text}</p>`;
}
