import type { PublicFormTexts } from '@kinbridge/contract/surveys/public-form.texts';

export type Answers = Record<string, unknown>;

/** What shows a form's questions: by itself for plain forms, with SurveyJS for all others. */
export interface Engine {
  /** The page that is shown, counted from 1, among those that are shown at all. */
  position(): { current: number; total: number };
  /** Goes on, unless something is missing, which is then said beside it. */
  next(): 'moved' | 'stays' | 'end';
  back(): void;
  /** What was answered, without questions that are not asked. */
  answers(): Answers;
  speak(language: string, texts: PublicFormTexts): void;
  /** Shows the page of a question, with a sentence beside it. */
  complain(question: string, sentence: string): boolean;
  /** Back to the questions after the last one was passed. */
  reopen(): void;
  end(): void;
}

export interface EngineStart {
  container: HTMLFormElement;
  answers: Answers;
  /** Counted from 0, among the pages that are shown. */
  page: number;
  language: string;
  texts: PublicFormTexts;
  changed: () => void;
}
