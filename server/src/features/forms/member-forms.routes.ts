import { isActiveStaff } from '../../access/caller.ts';
import { route, signedInRoute } from '../../access/route.ts';
import { forbidden, notFound } from '../../app-error.ts';
import { seesMember } from '../members/members.queries.ts';
import { findForm } from './forms.queries.ts';
import { assignForm } from './member-forms.commands.ts';
import { findMemberForms } from './member-forms.queries.ts';

export const memberFormRoutes = [
  signedInRoute('GET /v1/users/{id}/surveys', 'member-forms:read', async ({ app, caller, params, recordRead }) => {
    const own = caller.userId === params.id;
    if (!own && !isActiveStaff(caller)) throw forbidden();
    if (!own && !(await seesMember(app.db, caller.organizationId ?? 0, params.id))) throw notFound('member');
    await recordRead('member.surveys-read', 'user', params.id);
    return findMemberForms(app.db, params.id, caller.userType === 'PATIENT' ? null : caller.organizationId);
  }),

  route('POST /v1/users/{id}/surveys', 'form:assign', async ({ app, caller, params, body, once }) => {
    const formVersion = await findForm(app.db, caller.organizationId, body.surveyId);
    if (!formVersion) throw notFound('form');
    return once((tx) => assignForm(tx, app.config, caller, { memberId: params.id, formVersion }));
  }),
];
