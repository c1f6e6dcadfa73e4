import type { DisplayedForm } from '@kinbridge/contract/forms/forms.contract';
import { type SurveyDefinition, textIn } from '@kinbridge/forms/form-definition';
import { directionOf } from '@kinbridge/forms/form-pages';
import type { PublicFormTexts } from '@kinbridge/public/form/public-form.texts';
import { html } from '@kinbridge/public/html';

function part<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element with the id ${id}`);
  return found as T;
}

export interface ScreenAction {
  label: string;
  run: () => void;
  primary?: boolean;
}

/** The parts around the questions. The server renders them; this class updates them. */
export class FormView {
  readonly root = part('form');
  readonly page = part<HTMLFormElement>('page');
  readonly surveyPage = part('survey-page');
  readonly #next = part<HTMLButtonElement>('next');
  readonly #back = part<HTMLButtonElement>('back');
  readonly #screen = part('screen');
  readonly #form: DisplayedForm;

  constructor(form: DisplayedForm) {
    this.#form = form;
  }

  onNext(run: () => void): void {
    this.page.addEventListener('submit', (event) => {
      event.preventDefault();
      run();
    });
  }

  onBack(run: () => void): void {
    this.#back.addEventListener('click', run);
  }

  onLanguage(run: (language: string) => void): void {
    const choice = document.getElementById('language');
    if (choice instanceof HTMLSelectElement) choice.addEventListener('change', () => run(choice.value));
  }

  speak(language: string, texts: PublicFormTexts): void {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
    this.#back.setAttribute('aria-label', texts.back);
    part('privacy').textContent = texts.privacy(this.#form.organization.name);
    const choice = document.getElementById('language');
    if (choice instanceof HTMLSelectElement) {
      choice.value = language;
      choice.setAttribute('aria-label', texts.language);
    }
  }

  title(language: string): string {
    return textIn((this.#form.data as SurveyDefinition).title, language) || this.#form.title;
  }

  step({ current, total }: { current: number; total: number }, language: string, texts: PublicFormTexts): void {
    const title = this.title(language);
    const step = texts.step(current, total);
    part('where').innerHTML = html`${title && `${title} · `}<bdi>${step}</bdi>`.text;
    document.title = `${step} · ${title} · ${this.#form.organization.name}`;
    const bar = part('progress').firstElementChild as HTMLElement;
    bar.style.width = `${(100 * current) / Math.max(total, 1)}%`;
    this.#back.hidden = current <= 1;
    this.#next.classList.toggle('send', current >= total);
    (this.#next.firstElementChild as HTMLElement).textContent = current >= total ? texts.send : texts.next;
  }

  /** Changes the text only when it differs, so that screen readers say it once. */
  saved(text: string, isSaved: boolean): void {
    const saved = part('saved');
    if (saved.textContent === text) return;
    saved.textContent = text;
    saved.classList.toggle('yes', isSaved);
  }

  /** After a step: scrolls to the top and moves screen readers to the heading. */
  toTop(): void {
    window.scrollTo(0, 0);
    const shown = this.surveyPage.hidden ? this.page : this.surveyPage;
    const heading = shown.querySelector('h1') ?? shown.querySelector('h2');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }

  /** A message above the buttons, for example that the next question is loading. */
  notice(text: string | null): void {
    const notice = part('notice');
    notice.textContent = text ?? '';
    notice.hidden = text === null;
  }

  /** Shows the questions again after a screen. */
  showQuestions(by: 'plain' | 'survey'): void {
    this.root.classList.remove('at-screen');
    this.#screen.hidden = true;
    this.page.hidden = by !== 'plain';
    this.surveyPage.hidden = by !== 'survey';
  }

  /** Shows a screen in place of the questions, with no answers in sight. */
  showScreen(screen: {
    title: string;
    texts: string[];
    actions?: ScreenAction[];
    busy?: boolean;
    done?: boolean;
  }): void {
    this.root.classList.add('at-screen');
    this.page.hidden = true;
    this.surveyPage.hidden = true;
    const actions = screen.actions ?? [];
    const buttons = actions.map(
      ({ label, primary }) => html`<button type="button" class="${primary ? 'next' : 'quiet'}">${label}</button>`,
    );
    this.#screen.innerHTML =
      html`<h1 tabindex="-1">${screen.title}</h1>${screen.texts.map((text) => html`<p>${text}</p>`)}<div class="screen-actions">${buttons}</div>`.text;
    for (const [at, button] of this.#screen.querySelectorAll('button').entries()) {
      button.addEventListener('click', () => actions[at]?.run());
    }
    this.#screen.toggleAttribute('data-done', screen.done === true);
    this.#screen.setAttribute('aria-busy', String(screen.busy === true));
    this.#screen.hidden = false;
    document.title = `${screen.title} · ${this.#form.organization.name}`;
    window.scrollTo(0, 0);
    this.#screen.querySelector('h1')?.focus({ preventScroll: true });
  }
}
