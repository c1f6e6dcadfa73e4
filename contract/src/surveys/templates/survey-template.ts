import type { SurveyDefinition } from '../survey-definition.ts';

/** A form to begin with: its own copy is edited and published, the template stays as it is. */
export interface SurveyTemplate {
  key: string;
  title: string;
  /** What it is for, as one sentence. */
  description: string;
  data: SurveyDefinition;
}
