import { intakeTemplate } from './intake.ts';
import { satisfactionTemplate } from './satisfaction.ts';
import { socialNeedsTemplate } from './social-needs.ts';
import type { SurveyTemplate } from './survey-template.ts';

/** The templates offered for new forms. */
export const surveyTemplates: SurveyTemplate[] = [socialNeedsTemplate, intakeTemplate, satisfactionTemplate];
