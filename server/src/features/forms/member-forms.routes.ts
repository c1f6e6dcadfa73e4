import { isActiveStaff } from '../../access/actor.ts';
import { route, signedInRoute } from '../../access/route.ts';
import { forbidden, notFound } from '../../app-error.ts';
import { auditRead } from '../audit/audit-reads.ts';
import { seesMember } from '../members/members.queries.ts';
import { findForm } from './forms.queries.ts';
import { assignForm } from './member-forms.commands.ts';
import { findMemberForms } from './member-forms.queries.ts';

export const memberFormRoutes = [
  signedInRoute('GET /v1/users/{id}/surveys', 'member-surveys:read', async ({ app, actor, params, requestId }) => {
    const own = actor.userId === params.id;
    if (!own && !isActiveStaff(actor)) throw forbidden();
    if (!own && !(await seesMember(app.db, actor.organizationId ?? 0, params.id))) throw notFound('member');
    const entry = { action: 'member.surveys-read', entityType: 'user', entityId: params.id };
    await auditRead(app.db, { actor, requestId, organizationId: actor.organizationId, ...entry });
    return findMemberForms(app.db, params.id, actor.userType === 'PATIENT' ? null : actor.organizationId);
  }),

  route('POST /v1/users/{id}/surveys', 'survey:assign', async ({ app, actor, params, body, once, requestId }) => {
    if (!(await seesMember(app.db, actor.organizationId, params.id))) throw notFound('member');
    const survey = await findForm(app.db, actor.organizationId, body.surveyId);
    if (!survey) throw notFound('form');
    return once((tx) => assignForm(tx, app.config, actor, params.id, survey, requestId));
  }),
];
