import type { SurveyTemplate } from './form-template.ts';
import { intakeTemplate } from './intake.ts';
import { satisfactionTemplate } from './satisfaction.ts';
import { socialNeedsTemplate } from './social-needs.ts';

/** The templates offered for new forms. */
export const surveyTemplates: SurveyTemplate[] = [socialNeedsTemplate, intakeTemplate, satisfactionTemplate];
