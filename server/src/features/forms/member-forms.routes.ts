import { route, signedInRoute } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { requireReader } from '../members/member-access.ts';
import { findForm } from './forms.queries.ts';
import { assignForm } from './member-forms.commands.ts';
import { findMemberForms } from './member-forms.queries.ts';

export const memberFormRoutes = [
  signedInRoute('GET /v1/users/{id}/surveys', 'member-forms:read', async ({ app, caller, params, recordRead }) => {
    const reader = await requireReader(app.db, caller, params.id);
    await recordRead('member.surveys-read', params.id);
    return findMemberForms(app.db, params.id, reader);
  }),

  route('POST /v1/users/{id}/surveys', 'form:assign', async ({ app, caller, params, body, once }) => {
    const formVersion = await findForm(app.db, caller.organizationId, body.surveyId);
    if (!formVersion) throw notFound('form');
    return once((tx) => assignForm(tx, app.config, caller, { memberId: params.id, formVersion }));
  }),
];
