import type { SurveyDefinition } from '../form-definition.ts';

/** A starting point for a form; editing uses a copy. */
export interface FormTemplate {
  key: string;
  title: string;
  /** Its purpose in one sentence. */
  description: string;
  data: SurveyDefinition;
}
