import type { DisplayedForm } from '@kinbridge/contract/forms/forms.contract';
import { textOfMarkup } from '@kinbridge/forms/clean-definition';
import { type LocalText, type SurveyDefinition, servicesAskedFor, textIn } from '@kinbridge/forms/form-definition';
import type { PublicFormTexts } from '@kinbridge/public/form/public-form.texts';
import type { FormPlace } from '@kinbridge/public/form/public-form-page';
import type { Draft, DraftStore, Pending } from './draft.ts';
import type { FormView } from './form-view.ts';
import { type Outcome, send } from './sending.ts';

interface Submission {
  form: DisplayedForm;
  view: FormView;
  drafts: DraftStore;
  place: FormPlace;
  texts: PublicFormTexts;
  language: string;
  completedHtml: unknown;
  takeBack: (fields: Record<string, string>) => void;
}

/** What the server says of answers that it took. */
interface SentAnswer {
  serviceRequested?: boolean;
  availability?: 'OPEN' | 'WAITLIST' | 'FULL';
}

const [firstWaitMs, maxWaitMs] = [5_000, 60_000];

/** Submits finished answers, retries until they arrive, and shows the state. A preview submits nothing. */
export class SubmitQueue {
  readonly #submission: Submission;
  #draft!: Draft & { pending: Pending };
  #kept = false;
  #trying = false;
  #delivered = false;
  #waitMs = firstWaitMs;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(submission: Submission) {
    this.#submission = submission;
  }

  async deliver(draft: Draft): Promise<void> {
    if (!draft.pending) return;
    if (this.#submission.place === 'preview') {
      const definition = this.#submission.form.data as SurveyDefinition;
      return this.#thank({ serviceRequested: servicesAskedFor(definition, draft.pending.answers).length > 0 });
    }
    this.#draft = { ...draft, pending: draft.pending };
    this.#keep(draft.pending);
    window.addEventListener('online', this.#again);
    document.addEventListener('visibilitychange', this.#again);
    const { view, texts } = this.#submission;
    view.showScreen({ title: texts.sending, texts: [], busy: true });
    await this.#try();
  }

  /** Stores the submission until it has arrived, so that a reload sends it with the same key. */
  #keep(pending: Pending): void {
    this.#draft = { ...this.#draft, pending };
    this.#kept = this.#submission.drafts.write({ ...this.#draft, answers: {} });
  }

  readonly #again = () => {
    if (document.visibilityState === 'visible') void this.#try();
  };

  async #try(): Promise<void> {
    if (this.#trying || this.#delivered) return;
    this.#trying = true;
    clearTimeout(this.#timer);
    const outcome = await send(this.#submission.form.uniqueSurveyId, this.#draft.pending, (pending) =>
      this.#keep(pending),
    );
    this.#trying = false;
    this.#settle(outcome);
  }

  #settle(outcome: Outcome): void {
    const { view, texts, form } = this.#submission;
    if (outcome.kind === 'sent') {
      this.#stop();
      this.#thank(outcome.answer as SentAnswer);
    } else if (outcome.kind === 'closed') {
      this.#stop();
      view.showScreen({ title: texts.closedTitle, texts: [texts.closedText(form.organization.name)] });
    } else if (outcome.kind === 'refused') this.#giveBack(outcome);
    else this.#wait(outcome);
  }

  /** The server refused the answers: they become a draft again, and the person decides. */
  #giveBack({ status, message, fields }: Extract<Outcome, { kind: 'refused' }>): void {
    const { view, texts, drafts, takeBack } = this.#submission;
    this.#end();
    drafts.write({ ...this.#draft, answers: this.#draft.pending.answers, pending: undefined });
    view.showScreen({
      title: texts.refusedTitle,
      texts: [status === 413 ? texts.fileTooLarge : status === 415 ? texts.fileRefused : message],
      actions: [{ label: texts.refusedBack, primary: true, run: () => takeBack(fields) }],
    });
  }

  #wait(outcome: { kind: 'offline' } | { kind: 'busy'; afterMs: number }): void {
    const { view, texts } = this.#submission;
    const offline = this.#kept ? texts.waitingOffline : texts.waitingShared;
    view.showScreen({
      title: texts.waitingTitle,
      texts: [outcome.kind === 'busy' ? texts.waitingBusy : offline, ...(this.#kept ? [texts.waitingKeep] : [])],
      actions: [{ label: texts.sendNow, primary: true, run: () => void this.#try() }],
    });
    const waitMs = outcome.kind === 'busy' ? Math.max(outcome.afterMs, this.#waitMs) : this.#waitMs;
    this.#waitMs = Math.min(this.#waitMs * 2, maxWaitMs);
    this.#timer = setTimeout(() => void this.#try(), waitMs);
  }

  #thank({ serviceRequested, availability = 'OPEN' }: SentAnswer): void {
    const { view, texts, form, place, completedHtml, language } = this.#submission;
    const { name } = form.organization;
    const requested = { WAITLIST: texts.thanksWaitlist, FULL: texts.thanksFull, OPEN: texts.thanksRequested };
    const next = serviceRequested ? requested[availability](name) : texts.thanksRead(name);
    const own = textOfMarkup(textIn(completedHtml as LocalText | undefined, language));
    view.showScreen({
      title: texts.thanksTitle,
      texts: [`${texts.thanksText(name)} ${next}`, ...(own ? [own] : []), texts.thanksWiped],
      actions:
        place === 'shared' ? [{ label: texts.answerAgain, primary: true, run: () => window.location.reload() }] : [],
      done: true,
    });
  }

  #stop(): void {
    this.#submission.drafts.wipe();
    this.#end();
  }

  #end(): void {
    this.#delivered = true;
    clearTimeout(this.#timer);
    window.removeEventListener('online', this.#again);
    document.removeEventListener('visibilitychange', this.#again);
  }
}
