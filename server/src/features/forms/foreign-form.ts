import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { type ForeignForm, FormSourceProblem } from '../../outside/form-import/form-source.ts';

/** Fetches a form from another service: Jotform ids are numbers, all others are Google's. */
export async function fetchForeignForm(app: AppContext, formId: string): Promise<ForeignForm & { source: string }> {
  const isNumber = /^\d+$/.test(formId);
  const source = isNumber ? app.formSources.jotform : app.formSources.googleForms;
  if (!source) {
    const service = isNumber ? 'Jotform' : 'Google Forms';
    const sentence = `Importing forms from ${service} isn't set up. Please ask your Kinbridge administrator.`;
    throw new AppError('import_not_configured', sentence);
  }
  try {
    return { ...(await source.fetchForm(formId)), source: source.name };
  } catch (error) {
    if (!(error instanceof FormSourceProblem)) throw error;
    throw new AppError(error.kind === 'absent' ? 'not_found' : 'conflict', error.message);
  }
}
