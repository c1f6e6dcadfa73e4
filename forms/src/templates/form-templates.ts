import type { FormTemplate } from './form-template.ts';
import { intakeTemplate } from './intake.ts';
import { satisfactionTemplate } from './satisfaction.ts';
import { socialNeedsTemplate } from './social-needs.ts';

/** The templates offered for new forms. */
export const formTemplates: FormTemplate[] = [socialNeedsTemplate, intakeTemplate, satisfactionTemplate];
