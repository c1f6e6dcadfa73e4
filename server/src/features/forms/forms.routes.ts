import { cleanDefinition } from '@kinbridge/forms/clean-definition';
import { withFixedQuestions } from '@kinbridge/forms/form-definition';
import { JsonText, openRoute, organizationRoute, route, signedInRoute } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, invalidField, notFound, orNotFound } from '../../app-error.ts';
import { type ForeignForm, FormSourceProblem } from '../../outside/form-import/form-source.ts';
import { requireReader } from '../members/member-access.ts';
import { archiveForm, publishForm, publishVersion } from './forms.commands.ts';
import { findDisplayed, findForm, findFormList, findVersions } from './forms.queries.ts';
import { assignForm } from './member-forms.commands.ts';
import { findMemberForms } from './member-forms.queries.ts';
import { isOwnStaff, requireOpenForm } from './open-forms.ts';
import { requirePublishable } from './publishable.ts';

/** Forms have no personal data, so only changes are audited, not reads. */
export const formRoutes = [
  organizationRoute(
    'GET /v1/organizations/{id}/surveys',
    'form:read',
    'params.id',
    async ({ app, params }) => new JsonText(await findFormList(app.db, params.id)),
  ),

  organizationRoute('POST /v1/surveys', 'form:publish', 'body.organizationId', async ({ app, caller, body, once }) => {
    await requirePublishable(app, caller.organizationId, body.data);
    return once((tx) => publishForm(tx, caller, body));
  }),

  organizationRoute('PUT /v1/surveys/{id}', 'form:publish', 'body.organizationId', async (input) => {
    const { app, caller, params, body } = input;
    if (!(await findForm(app.db, caller.organizationId, params.id))) throw notFound('form');
    if (body.id !== params.id)
      throw invalidField('id', 'The id in the body and the one in the address must be the same.');
    await requirePublishable(app, caller.organizationId, body.data);
    return publishVersion(app.db, caller, body);
  }),

  route('GET /v1/surveys/{id}', 'form:read', async ({ app, caller, params }) => {
    return orNotFound(await findForm(app.db, caller.organizationId, params.id), 'form');
  }),

  route('GET /v1/surveys/{id}/versions', 'form:read', async ({ app, caller, params }) => {
    const versions = await findVersions(app.db, caller.organizationId, params.id);
    if (versions.length === 0) throw notFound('form');
    return versions;
  }),

  openRoute('GET /v1/surveys/{id}/display', async ({ app, caller, params }) => {
    const found = orNotFound(await findDisplayed(app.db, params.id), 'form');
    // Numbers can be counted up; a link can't be guessed.
    const { form, isArchived, approval } = found;
    const { organizationId } = form;
    if (typeof params.id === 'number' && !isOwnStaff(caller, organizationId)) throw notFound('form');
    requireOpenForm(caller, { organizationId, approval, isArchived });
    return { ...form, data: withFixedQuestions(cleanDefinition(form.data)) };
  }),

  route('POST /v1/surveys/import', 'form:publish', async ({ app, caller, query, once }) => {
    const form = await fetchForeignForm(app, query.formId);
    await requirePublishable(app, caller.organizationId, form.data);
    return once(async (tx) => {
      const published = await publishForm(tx, caller, form, { importedFrom: form.source });
      return { ...published, notCarriedOver: form.notCarriedOver };
    });
  }),

  route('POST /v1/surveys/{id}/archive', 'form:archive', ({ app, caller, params, body }) =>
    archiveForm(app.db, caller, params.id, body),
  ),

  signedInRoute('GET /v1/users/{id}/surveys', 'member-forms:read', async ({ app, caller, params, recordRead }) => {
    const reader = await requireReader(app.db, caller, params.id);
    await recordRead('member.surveys-read', params.id);
    return findMemberForms(app.db, params.id, reader);
  }),

  route('POST /v1/users/{id}/surveys', 'form:assign', async ({ app, caller, params, body, once }) => {
    const formVersion = orNotFound(await findForm(app.db, caller.organizationId, body.surveyId), 'form');
    return once((tx) => assignForm(tx, app.config, caller, { memberId: params.id, formVersion }));
  }),
];

/** Fetches a form from another service: Jotform ids are numbers, all others are Google's. */
async function fetchForeignForm(app: AppContext, formId: string): Promise<ForeignForm & { source: string }> {
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
