import type { DisplayedForm } from '@kinbridge/contract/forms/forms.contract';
import { commentName, questionsOf, type SurveyDefinition } from '@kinbridge/forms/form-definition';
import { formPages } from '@kinbridge/forms/form-pages';
import { isPlainForm, isPlainPage } from '@kinbridge/forms/plain-form';
import { type PublicFormTexts, publicFormTexts } from '@kinbridge/public/form/public-form.texts';
import type { FormPlace } from '@kinbridge/public/form/public-form-page';
import { newIdempotencyKey } from '../src/lib/idempotency-key.ts';
import { type Draft, DraftStore } from './draft.ts';
import type { Answers, Engine } from './engine.ts';
import { mapFiles } from './files.ts';
import { FormView } from './form-view.ts';
import { keepPage } from './keep-page.ts';
import { plainEngine } from './plain-engine.ts';
import { SubmitQueue } from './submit-queue.ts';

type SurveyEngineModule = typeof import('./survey-engine.tsx');

/** One person's way through a form, from the first page or a draft to the thank-you screen. */
export class PublicForm {
  readonly #form: DisplayedForm;
  readonly #definition: SurveyDefinition;
  readonly #view: FormView;
  readonly #drafts: DraftStore;
  readonly #place: FormPlace;
  readonly #plain: boolean;
  #language: string;
  #texts: PublicFormTexts;
  #engine: Engine | null = null;
  #shownBy: 'plain' | 'survey' = 'plain';
  #surveyEngine: Promise<SurveyEngineModule> | null = null;
  #working = false;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(form: DisplayedForm) {
    this.#form = form;
    this.#definition = form.data as SurveyDefinition;
    this.#view = new FormView(form);
    this.#place = (this.#view.root.dataset.place ?? 'own') as FormPlace;
    this.#language = this.#view.root.dataset.language ?? 'en';
    this.#texts = publicFormTexts(this.#language);
    this.#drafts = new DraftStore(form.uniqueSurveyId, this.#place === 'own');
    this.#plain = isPlainForm(this.#definition);
  }

  start(): void {
    if (!this.#plain) void this.#loadSurveyEngine().catch(() => {});
    this.#view.onNext(() => void this.#next());
    this.#view.onBack(() => this.#back());
    this.#view.onLanguage((language) => this.#speak(language));
    // Only unsaved changes: leaving the page must not extend the life of old answers.
    window.addEventListener('pagehide', () => {
      if (this.#saving !== undefined) this.#save();
    });
    if (this.#place === 'own') this.#keepPage();
    const draft = this.#drafts.read();
    if (draft?.pending) {
      this.#speak(draft.language);
      this.#send(draft);
    } else if (draft && Object.keys(draft.answers).length > 0) this.#askToContinue(draft);
    else void this.#begin({}, 0, true);
  }

  /** Includes SurveyJS if the form needs it, after everything that the person waits for. */
  #keepPage(): void {
    const whenLoaded = async () => {
      if (!this.#plain) await this.#loadSurveyEngine();
      await keepPage();
    };
    const later = () => void whenLoaded().catch(() => {});
    if (document.readyState === 'complete') later();
    else window.addEventListener('load', later, { once: true });
  }

  #askToContinue(draft: Draft): void {
    this.#speak(draft.language);
    this.#view.showScreen({
      title: this.#texts.resumeTitle,
      texts: [this.#texts.resumeText],
      actions: [
        {
          label: this.#texts.resume,
          primary: true,
          run: () => void this.#begin(this.#known(draft), draft.page, false),
        },
        {
          label: this.#texts.startOver,
          run: () => {
            this.#drafts.wipe();
            void this.#begin({}, 0, false);
          },
        },
      ],
    });
  }

  /** The form may be newer than the draft: only answers to its current questions are kept. */
  #known({ answers, version }: Draft): Answers {
    if (version === this.#form.version) return answers;
    const names = new Set(questionsOf(this.#definition).flatMap(({ name }) => [name, commentName(name)]));
    return Object.fromEntries(Object.entries(answers).filter(([name]) => names.has(name)));
  }

  /** Plain pages start immediately; all others wait for SurveyJS. */
  async #begin(answers: Answers, page: number, takeOver: boolean): Promise<void> {
    const first = formPages(this.#definition)[0];
    const startsPlain = this.#plain || (page === 0 && first !== undefined && isPlainPage(first));
    if (!startsPlain) {
      if (!(await this.#useSurveyEngine(() => answers, page))) {
        const run = () => void this.#begin(answers, page, takeOver);
        const { loading: title, loadingFailed, sendNow: label } = this.#texts;
        this.#view.showScreen({ title, texts: [loadingFailed], actions: [{ label, run, primary: true }] });
        return;
      }
    } else {
      const { page: container } = this.#view;
      this.#engine = plainEngine({
        container,
        definition: this.#definition,
        title: this.#form.title,
        language: this.#language,
        texts: this.#texts,
        shared: this.#place === 'shared',
        answers,
        page,
        takeOver,
        firstPageOnly: !this.#plain,
        changed: () => this.#changed(),
      });
    }
    this.#view.showQuestions(this.#shownBy);
    this.#showStep();
    if (!takeOver) this.#view.toTop();
    if (this.#place === 'shared') this.#view.saved(this.#texts.notSaved, false);
  }

  #loadSurveyEngine(): Promise<SurveyEngineModule> {
    this.#surveyEngine ??= import('./survey-engine.tsx').catch((error: unknown) => {
      this.#surveyEngine = null;
      throw error;
    });
    return this.#surveyEngine;
  }

  async #useSurveyEngine(answersSoFar: () => Answers, page: number): Promise<boolean> {
    const patience = setTimeout(() => this.#view.notice(this.#texts.loading), 300);
    try {
      const { surveyEngine } = await this.#loadSurveyEngine();
      const answers = answersSoFar();
      this.#engine?.end();
      const [definition, language, texts] = [this.#definition, this.#language, this.#texts];
      const { surveyPage: container } = this.#view;
      this.#engine = surveyEngine({
        container,
        definition,
        language,
        texts,
        answers,
        page,
        changed: () => this.#changed(),
      });
      this.#shownBy = 'survey';
      this.#view.notice(null);
      return true;
    } catch {
      this.#view.notice(this.#texts.loadingFailed);
      return false;
    } finally {
      clearTimeout(patience);
    }
  }

  async #next(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    try {
      // The first page was shown while SurveyJS was loading; from here on, SurveyJS shows the questions.
      if (!this.#engine) await this.#begin({}, 0, false);
      else if (this.#shownBy === 'plain' && !this.#plain) {
        if (this.#engine.next() === 'stays') return;
        const engine = this.#engine;
        if (!(await this.#useSurveyEngine(() => engine.answers(), 0))) return;
        this.#view.showQuestions('survey');
        this.#step();
      } else this.#step();
    } finally {
      this.#working = false;
    }
  }

  #step(): void {
    const outcome = this.#engine?.next();
    if (outcome === 'moved') this.#arrive();
    if (outcome === 'end') this.#finish();
  }

  #back(): void {
    this.#engine?.back();
    this.#arrive();
  }

  #arrive(): void {
    this.#showStep();
    this.#save();
    this.#view.toTop();
  }

  #speak(language: string): void {
    this.#language = language;
    this.#texts = publicFormTexts(language);
    this.#view.speak(language, this.#texts);
    this.#engine?.speak(language, this.#texts);
    if (this.#place === 'shared') this.#view.saved(this.#texts.notSaved, false);
    if (this.#engine) {
      this.#showStep();
      this.#save();
    }
  }

  #showStep(): void {
    if (this.#engine) this.#view.step(this.#engine.position(), this.#language, this.#texts);
  }

  #changed(): void {
    this.#showStep();
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.#save(), 300);
  }

  /** Without its files if the phone has no room for them. */
  #save(): void {
    clearTimeout(this.#saving);
    this.#saving = undefined;
    if (!this.#engine || this.#place === 'preview') return;
    const answers = this.#engine.answers();
    if (Object.keys(answers).length === 0) return;
    const draft = {
      version: this.#form.version,
      page: this.#engine.position().current - 1,
      language: this.#language,
    };
    const saved =
      this.#drafts.write({ ...draft, answers }) ||
      this.#drafts.write({ ...draft, answers: mapFiles(answers, () => undefined) });
    if (saved) this.#view.saved(this.#texts.saved, true);
    else this.#view.saved(this.#texts.notSaved, false);
  }

  #finish(): void {
    const answers = this.#engine?.answers() ?? {};
    const { version } = this.#form;
    const language = this.#language;
    const pending = { key: newIdempotencyKey(), version, answers, language };
    const page = Math.max((this.#engine?.position().current ?? 1) - 1, 0);
    this.#send({ version, answers, page, language, savedAt: Date.now(), pending });
  }

  #send(draft: Draft): void {
    const queue = new SubmitQueue({
      form: this.#form,
      view: this.#view,
      drafts: this.#drafts,
      place: this.#place,
      texts: this.#texts,
      completedHtml: this.#definition.completedHtml,
      language: this.#language,
      takeBack: (fields) => void this.#takeBack(draft, fields),
    });
    clearTimeout(this.#saving);
    this.#saving = undefined;
    // From here on the queue owns the draft: leaving the page must not overwrite what is being sent.
    const engine = this.#engine;
    this.#engine = null;
    this.#sentFrom = engine;
    void queue.deliver(draft);
  }

  #sentFrom: Engine | null = null;

  /** The server refused the answers: back to the questions, at the first one it named. */
  async #takeBack(draft: Draft, fields: Record<string, string>): Promise<void> {
    this.#engine = this.#sentFrom;
    if (this.#engine) this.#engine.reopen();
    else await this.#begin(draft.pending?.answers ?? draft.answers, 0, false);
    this.#view.showQuestions(this.#shownBy);
    for (const [field, sentence] of Object.entries(fields)) {
      if (this.#engine?.complain(field.replace(/^surveyAnswerJson\./, ''), sentence)) break;
    }
    this.#showStep();
    this.#save();
  }
}
