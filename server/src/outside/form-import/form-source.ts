import type { SurveyDefinition } from '@kinbridge/contract/surveys/survey-definition';

/** A form of another service, as far as it could be carried over. */
export interface ForeignForm {
  title: string;
  data: SurveyDefinition;
  notCarriedOver: { question: string; reason: string }[];
}

/** A service that forms can be brought in from. */
export interface FormSource {
  readonly name: 'Jotform' | 'Google Forms';
  /** Throws a FormSourceProblem when the form cannot be had. */
  fetchForm(formId: string): Promise<ForeignForm>;
}

/** Why a form could not be had, as a sentence. */
export class FormSourceProblem extends Error {
  readonly kind: 'absent' | 'refused' | 'unreachable';

  constructor(kind: FormSourceProblem['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}
