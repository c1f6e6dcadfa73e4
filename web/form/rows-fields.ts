import type { SurveyElement } from '@kinbridge/forms/form-definition';
import { plainChoices, plainItems } from '@kinbridge/forms/plain-form';
import type { PublicFormTexts } from '@kinbridge/public/form/public-form.texts';
import { PlainField } from './plain-fields.ts';

/** A grid: one choice per row. */
export class MatrixField extends PlainField {
  protected override answer(): unknown {
    const [rows, columns] = [plainItems(this.element.rows), plainChoices(this.element)];
    const chosen = [...this.box.querySelectorAll('.answer-row')].flatMap((box, at): [string, unknown][] => {
      const input = box.querySelector<HTMLInputElement>('input:checked');
      return input ? [[String(rows[at]?.value), columns[Number(input.value)]?.value]] : [];
    });
    return chosen.length > 0 ? Object.fromEntries(chosen) : undefined;
  }

  /** The first row without an answer. */
  protected override partToFix(): Element | null {
    return this.box.querySelector('.answer-row:not(:has(:checked))');
  }
}

/** A ranking: the order on the page becomes the answer when the person moves an item or keeps the order. */
export class RankingField extends PlainField {
  readonly #texts: PublicFormTexts;
  readonly #list = this.box.querySelector('ol') as HTMLOListElement;
  readonly #keep = this.box.querySelector<HTMLButtonElement>('[data-keep]');

  constructor(element: SurveyElement, box: HTMLElement, texts: PublicFormTexts) {
    super(element, box);
    this.#texts = texts;
    this.#number();
    box.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button === this.#keep && button) this.#rank(null);
      else if (button?.dataset.move) this.#move(button, button.dataset.move === 'up');
    });
  }

  protected override answer(): unknown {
    if (!('ranked' in this.#list.dataset)) return undefined;
    const choices = plainChoices(this.element);
    return this.#items().map((item) => choices[Number(item.dataset.at)]?.value);
  }

  override complain(sentence: string | null): void {
    super.complain(sentence);
    this.#list.classList.toggle('invalid', sentence !== null);
  }

  protected override focus(): void {
    this.box.querySelector<HTMLButtonElement>('button:not([hidden])')?.focus();
  }

  #items(): HTMLElement[] {
    return [...this.#list.querySelectorAll('li')];
  }

  #move(button: HTMLButtonElement, up: boolean): void {
    const item = button.closest('li');
    const neighbor = up ? item?.previousElementSibling : item?.nextElementSibling;
    if (!item || !neighbor) return;
    if (up) neighbor.before(item);
    else neighbor.after(item);
    button.focus();
    this.#rank(item);
  }

  #rank(moved: HTMLElement | null): void {
    this.#list.dataset.ranked = '';
    // The button is about to disappear; move focus first so it isn't lost.
    if (document.activeElement === this.#keep) this.box.querySelector('button')?.focus();
    if (this.#keep) this.#keep.hidden = true;
    this.#number();
    const status = this.box.querySelector('[role="status"]');
    if (moved && status) {
      const items = this.#items();
      const name = moved.querySelector('.name')?.textContent ?? '';
      status.textContent = this.#texts.moved(name, items.indexOf(moved) + 1, items.length);
    }
    this.changed();
  }

  #number(): void {
    const items = this.#items();
    for (const [at, item] of items.entries()) {
      const position = item.querySelector('.position');
      if (position) position.textContent = String(at + 1);
      const [up, down] = item.querySelectorAll('button');
      up?.setAttribute('aria-disabled', String(at === 0));
      down?.setAttribute('aria-disabled', String(at === items.length - 1));
    }
  }
}
