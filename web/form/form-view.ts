import type { DisplayedForm } from '@kinbridge/contract/forms/forms.contract';
import { type SurveyDefinition, textIn } from '@kinbridge/forms/form-definition';
import { directionOf } from '@kinbridge/forms/form-pages';
import type { PublicFormTexts } from '@kinbridge/public/form/public-form.texts';

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
  readonly surveyPage = document.createElement('div');
  readonly #main = part('main');
  readonly #next = part<HTMLButtonElement>('next');
  readonly #back = part<HTMLButtonElement>('back');
  readonly #screen = document.createElement('section');
  readonly #form: DisplayedForm;

  constructor(form: DisplayedForm) {
    this.#form = form;
    this.surveyPage.className = 'survey-page';
    this.surveyPage.hidden = true;
    this.#screen.className = 'screen';
    this.#screen.hidden = true;
    this.#main.append(this.surveyPage, this.#screen);
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
    const steps = document.createElement('bdi');
    steps.textContent = step;
    part('where').replaceChildren(title ? `${title} · ` : '', steps);
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
    let notice = document.getElementById('notice');
    if (!notice) {
      notice = document.createElement('p');
      notice.id = 'notice';
      notice.setAttribute('role', 'status');
      part('footer').prepend(notice);
    }
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
    const heading = document.createElement('h1');
    heading.tabIndex = -1;
    heading.textContent = screen.title;
    const paragraphs = screen.texts.map((text) => {
      const paragraph = document.createElement('p');
      paragraph.textContent = text;
      return paragraph;
    });
    const actions = document.createElement('div');
    actions.className = 'screen-actions';
    actions.append(...(screen.actions ?? []).map(actionButton));
    this.#screen.replaceChildren(heading, ...paragraphs, actions);
    this.#screen.toggleAttribute('data-done', screen.done === true);
    this.#screen.setAttribute('aria-busy', String(screen.busy === true));
    this.#screen.hidden = false;
    document.title = `${screen.title} · ${this.#form.organization.name}`;
    window.scrollTo(0, 0);
    heading.focus({ preventScroll: true });
  }
}

function actionButton({ label, run, primary }: ScreenAction): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = primary ? 'next' : 'quiet';
  button.textContent = label;
  button.addEventListener('click', run);
  return button;
}
