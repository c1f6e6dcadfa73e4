import { checkDefinition, definitionLimits } from '@kinbridge/forms/check-definition';
import { actionQuestions, questionTitle, type SurveyDefinition } from '@kinbridge/forms/form-definition';
import type { AppContext } from '../../app-context.ts';
import { AppError, invalidField, notFound } from '../../app-error.ts';
import { examineAnswers } from './answer-validation.ts';
import { findOwnServices } from './forms.queries.ts';

/**
 * Throws unless the form can be published: limited in size, readable, and asking only for its organization's services.
 */
export async function requirePublishable(app: AppContext, organizationId: number, data: SurveyDefinition) {
  if (Buffer.byteLength(JSON.stringify(data)) > definitionLimits.bytes) {
    throw new AppError('too_large', 'The form is too large: at most 500 kB.');
  }
  const problems = checkDefinition(data);
  const [first] = problems;
  if (first) {
    const fields = Object.fromEntries(problems.map(({ path, message }) => [path, message]));
    const message = problems.length === 1 ? first.message : `Please fix ${problems.length} problems in the form.`;
    throw new AppError('invalid_input', message, { fields });
  }
  await requireOwnServices(app, organizationId, data);
  // A form that takes seconds without any answers is useless.
  if (!(await examineAnswers({ organizationId, formId: null }, data, {}))) {
    throw invalidField('data', "We couldn't process this form. Simplify its conditions and try again.");
  }
}

/** A foreign service looks unknown; a deleted own one is named. */
async function requireOwnServices(app: AppContext, organizationId: number, data: SurveyDefinition): Promise<void> {
  const asking = actionQuestions(data);
  const ids = [...new Set(asking.flatMap(({ serviceId }) => serviceId ?? []))];
  const own = await findOwnServices(app.db, organizationId, ids);
  if (own.length < ids.length) throw notFound('service');
  const deleted = asking.find(({ serviceId }) => own.some(({ id, offered }) => id === serviceId && !offered));
  if (deleted) {
    throw invalidField(
      'data',
      `The service of '${questionTitle(deleted)}' is no longer offered. Please choose another.`,
    );
  }
}
