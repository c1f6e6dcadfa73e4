import { commentName, type SurveyElement } from '@kinbridge/forms/form-definition';
import { plainChoices } from '@kinbridge/forms/plain-form';
import { autofillTokens } from '@kinbridge/public/form/plain-markup';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The controls of one plain question on the page. */
export class PlainField {
  readonly element: SurveyElement;
  readonly box: HTMLElement;
  readonly #error: HTMLElement | null;
  /** What the error stands below, unless one part of the question is to fix. */
  readonly #aboveError: Element | null | undefined;

  constructor(element: SurveyElement, box: HTMLElement) {
    this.element = element;
    this.box = box;
    this.#error = box.querySelector<HTMLElement>('.error');
    this.#aboveError = this.#error?.previousElementSibling;
    this.settle();
  }

  /** The current answer, with the text typed for 'Other'. */
  read(): [string, unknown][] {
    const { name } = this.element;
    const answer = this.answer();
    const other = this.#other();
    if (!other) return [[name, answer]];
    const comment = this.#otherIsChosen() ? other.value.trim() || undefined : undefined;
    return [
      [name, answer],
      [commentName(name), comment],
    ];
  }

  /** An incomplete date has no answer, but isn't empty either. */
  get badInput(): boolean {
    return this.controls().some((control) => control.validity.badInput);
  }

  /** A message to show while something is still loading into the form. */
  get waitsFor(): string | null {
    return null;
  }

  /** 'Other' is chosen without a text. */
  get otherIsMissing(): boolean {
    return this.#otherIsChosen() && !this.#other()?.value.trim();
  }

  /** After a choice: 'None' clears the others, 'Other' shows its text field. */
  settle(changed?: EventTarget | null): void {
    if (changed instanceof HTMLInputElement && changed.type === 'checkbox' && changed.checked) {
      const none = 'none' in changed.dataset;
      for (const box of this.#chosenBoxes())
        if (box !== changed && ('none' in box.dataset || none)) box.checked = false;
    }
    const other = this.box.querySelector<HTMLElement>('.other');
    if (other) other.hidden = !this.#otherIsChosen();
  }

  contains(target: EventTarget | null): boolean {
    return target instanceof Node && this.box.contains(target);
  }

  complain(sentence: string | null): void {
    const part = sentence === null ? null : this.partToFix();
    const error = this.#error;
    if (error) {
      error.hidden = sentence === null;
      error.textContent = sentence;
      (part?.firstElementChild ?? this.#aboveError)?.after(error);
    }
    for (const control of this.controls()) {
      if (sentence === null || part?.contains(control) === false) control.removeAttribute('aria-invalid');
      else control.setAttribute('aria-invalid', 'true');
    }
  }

  /** Moves focus to what is to fix, and scrolls it and the error into sight. */
  showError(): void {
    this.focus();
    this.#error?.scrollIntoView({ block: 'nearest' });
  }

  protected focus(): void {
    const place = this.partToFix() ?? this.box;
    place.querySelector<Control>('input, textarea, select')?.focus();
  }

  /** The only part with a problem, since a question can be longer than a phone's screen; it starts with its label. */
  protected partToFix(): Element | null {
    return this.otherIsMissing ? this.box.querySelector('.other') : null;
  }

  /** Reports a change that no browser control reports. */
  protected changed(): void {
    this.box.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** Only after the person has started, because a browser would restore what someone else typed before. */
  offerAutofill(): void {
    const token = autofillTokens[this.element.name];
    if (token) for (const control of this.controls()) control.setAttribute('autocomplete', token);
  }

  protected controls(): Control[] {
    return [...this.box.querySelectorAll<Control>('input, textarea, select')];
  }

  #other(): HTMLInputElement | null {
    return this.box.querySelector<HTMLInputElement>('.other input');
  }

  #chosenBoxes(): HTMLInputElement[] {
    return [...this.box.querySelectorAll<HTMLInputElement>('.choice input:checked')];
  }

  #otherIsChosen(): boolean {
    const select = this.box.querySelector('select');
    if (select) return plainChoices(this.element)[Number(select.value || -1)]?.other === true;
    return this.#chosenBoxes().some((box) => 'other' in box.dataset);
  }

  protected answer(): unknown {
    const { type, inputType } = this.element;
    const [control] = this.controls();
    if (!control) return undefined;
    if (control instanceof HTMLSelectElement) {
      return control.value === '' ? undefined : plainChoices(this.element)[Number(control.value)]?.value;
    }
    if (type === 'text' || type === 'comment') {
      const text = control.value.trim();
      if (text === '') return undefined;
      const number = Number(text.replace(',', '.'));
      return inputType === 'number' && Number.isFinite(number) ? number : text;
    }
    const choices = plainChoices(this.element);
    const chosen = this.#chosenBoxes().map((box) => choices[Number(box.value)]?.value);
    if (type !== 'checkbox') return chosen[0];
    return chosen.length > 0 ? chosen : undefined;
  }
}
