import { intakeTemplate } from './intake.ts';
import { satisfactionTemplate } from './satisfaction.ts';
import { socialNeedsTemplate } from './social-needs.ts';
import type { SurveyTemplate } from './survey-template.ts';

/** What 'from a template' offers. */
export const surveyTemplates: SurveyTemplate[] = [socialNeedsTemplate, intakeTemplate, satisfactionTemplate];
