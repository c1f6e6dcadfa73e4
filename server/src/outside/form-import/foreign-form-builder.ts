import { toOneLine } from '@kinbridge/contract/shared/misleading';
import { textOfMarkup } from '@kinbridge/forms/clean-definition';
import type { SurveyElement, SurveyPage } from '@kinbridge/forms/form-definition';
import type { ForeignForm } from './form-source.ts';

/** Builds a form page by page from any service's untrusted data. */
export class ForeignFormBuilder {
  readonly #pages: SurveyPage[] = [{ name: 'page1', elements: [] }];
  readonly #names = new Set<string>();
  readonly notCarriedOver: ForeignForm['notCarriedOver'] = [];

  addPage(title = ''): void {
    if (this.#pages.at(-1)?.elements?.length === 0) this.#pages.pop();
    const shown = plain(title);
    this.#pages.push({ name: `page${this.#pages.length + 1}`, ...(shown ? { title: shown } : {}), elements: [] });
  }

  /** Makes the name valid and unique. */
  add(type: string, name: unknown, title: unknown, more: Record<string, unknown> = {}): void {
    const wanted = typeof name === 'string' ? name.replace(/[^\w-]+/g, '_').slice(0, 60) : '';
    let unique = wanted === '' || wanted in {} || wanted === 'prototype' ? `question${this.#names.size + 1}` : wanted;
    for (let nth = 2; this.#names.has(unique); nth++) unique = `${wanted || 'question'}_${nth}`;
    this.#names.add(unique);
    const shown = plain(title);
    const element: SurveyElement = { type, name: unique, ...(shown ? { title: shown } : {}) };
    for (const [key, value] of Object.entries(more)) if (value !== undefined && value !== '') element[key] = value;
    this.#pages.at(-1)?.elements?.push(element);
  }

  leaveOut(question: unknown, reason: string): void {
    if (this.notCarriedOver.length < 200) this.notCarriedOver.push({ question: plain(question) || 'Untitled', reason });
  }

  finish(title: unknown, description: unknown): ForeignForm {
    const pages = this.#pages.filter(({ elements }) => elements?.length);
    const shownTitle = toOneLine(plain(title)).slice(0, 200);
    const shown = plain(description);
    const data = { title: shownTitle, ...(shown ? { description: shown } : {}), pages };
    return { title: shownTitle, data, notCarriedOver: this.notCarriedOver };
  }
}

/** Imported texts sometimes contain markup. */
export function plain(text: unknown): string {
  return typeof text === 'string' ? textOfMarkup(text).slice(0, 2000) : '';
}

/** Choices without blanks and duplicates. */
export function choicesFrom(values: unknown[]): string[] {
  const texts = values.map(plain).filter((text) => text !== '');
  return [...new Set(texts)].slice(0, 1000);
}
