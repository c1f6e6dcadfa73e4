import type { SurveyElement } from '@kinbridge/forms/form-definition';
import { formFileMaxBytes, formFilesMost, formFileTypes } from '@kinbridge/forms/form-file-limits';
import type { PublicFormTexts } from '@kinbridge/public/form/public-form.texts';
import { html } from '@kinbridge/public/html';
import { type KeptFile, keptFile } from './files.ts';
import { PlainField } from './plain-fields.ts';

/** Files stay in the answers until they are sent, so that you can add one offline. */
export class FileField extends PlainField {
  readonly #texts: PublicFormTexts;
  readonly #input = this.box.querySelector('input') as HTMLInputElement;
  readonly #list = this.box.querySelector('.files') as HTMLElement;
  #files: KeptFile[];
  #reading = false;

  constructor(element: SurveyElement, box: HTMLElement, texts: PublicFormTexts, answer: unknown) {
    super(element, box);
    this.#texts = texts;
    this.#files = Array.isArray(answer) ? (answer as KeptFile[]) : [];
    this.#show();
    this.#input.addEventListener('change', (event) => {
      event.stopPropagation();
      void this.#take([...(this.#input.files ?? [])]);
    });
    this.#list.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button) this.#remove(Number(button.dataset.at));
    });
  }

  protected override answer(): unknown {
    return this.#files.length > 0 ? this.#files : undefined;
  }

  /** A large file takes a moment to read; the form waits for it. */
  override get waitsFor(): string | null {
    return this.#reading ? this.#texts.loading : null;
  }

  async #take(chosen: File[]): Promise<void> {
    this.#input.value = '';
    const several = this.element.allowMultiple === true;
    const room = several ? formFilesMost - this.#files.length : 1;
    const problem = this.#problemWith(chosen, room);
    if (problem || chosen.length === 0) return problem ? this.complain(problem) : undefined;
    this.#reading = true;
    const read = await Promise.all(chosen.map(async (file) => keptFile(file.name, await contentOf(file))));
    this.#reading = false;
    this.#files = several ? [...this.#files, ...read] : read;
    this.#show();
    this.changed();
  }

  #problemWith(chosen: File[], room: number): string | null {
    const most = Math.min(Number(this.element.maxSize) || formFileMaxBytes, formFileMaxBytes);
    if (chosen.length > room) return this.#texts.tooManyFiles(formFilesMost);
    if (chosen.some(({ size }) => size > most)) return this.#texts.fileTooLarge;
    return chosen.every(({ type }) => formFileTypes.includes(type)) ? null : this.#texts.fileRefused;
  }

  #remove(at: number): void {
    this.#files = this.#files.filter((_, index) => index !== at);
    this.#show();
    this.#input.focus();
    this.changed();
  }

  #show(): void {
    const { removeFile } = this.#texts;
    const items = this.#files.map(
      ({ name }, at) =>
        html`<li><span>${name}</span><button type="button" class="quiet" data-at="${at}" aria-label="${removeFile} ${name}">${removeFile}</button></li>`,
    );
    this.#list.innerHTML = html`${items}`.text;
    this.#list.hidden = this.#files.length === 0;
  }
}

function contentOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
