import type { SurveyDefinition } from '@kinbridge/forms/form-definition';

/** A form from another service, as far as it could be converted. */
export interface ForeignForm {
  title: string;
  data: SurveyDefinition;
  notCarriedOver: { question: string; reason: string }[];
}

/** A service to import forms from. */
export interface FormSource {
  readonly name: 'Jotform' | 'Google Forms';
  /** Throws a FormSourceProblem if the form isn't available. */
  fetchForm(formId: string): Promise<ForeignForm>;
}

/** Why a form isn't available, as a sentence. */
export class FormSourceProblem extends Error {
  constructor(
    readonly kind: 'absent' | 'refused' | 'unreachable',
    message: string,
  ) {
    super(message);
  }
}
