import type { PublicFormTexts } from '@kinbridge/public/form/public-form.texts';

export type Answers = Record<string, unknown>;

/** Shows a form's questions: our own code for plain forms, SurveyJS for all others. */
export interface Engine {
  /** The current page, counted from 1 among the visible pages. */
  position(): { current: number; total: number };
  /** Goes to the next page, or shows errors beside the answers that are missing. */
  next(): 'moved' | 'stays' | 'end';
  back(): void;
  /** The answers, without those to hidden questions. */
  answers(): Answers;
  speak(language: string, texts: PublicFormTexts): void;
  /** Shows the page of a question with an error beside it. */
  complain(question: string, sentence: string): boolean;
  /** Returns to the questions after the last page was completed. */
  reopen(): void;
  end(): void;
}

export interface EngineStart {
  container: HTMLFormElement;
  answers: Answers;
  /** Counted from 0 among the visible pages. */
  page: number;
  language: string;
  texts: PublicFormTexts;
  changed: () => void;
}
