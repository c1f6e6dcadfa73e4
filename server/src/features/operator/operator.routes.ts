import { Readable } from 'node:stream';
import { FileAnswer, signedInRoute } from '../../access/route.ts';
import { invalidField } from '../../app-error.ts';
import { auditCsv } from '../audit/audit-csv.ts';
import { answerProposedLogo } from '../organizations/logo.ts';
import { decideOrganization } from './decide-organization.commands.ts';
import { decideProposal } from './decide-proposal.commands.ts';
import { findOperatorLog, findOperatorLogBefore } from './operator-log.queries.ts';
import { readOrganization, refuseOutcome, refuseProposalOutcome } from './operator-organizations.ts';
import { findOperators } from './people.commands.ts';
import { findOrganizations } from './registered-organizations.queries.ts';

export const operatorRoutes = [
  signedInRoute('GET /v1/operator/people', 'operator:read', ({ app }) => findOperators(app.db)),

  signedInRoute('GET /v1/operator/log', 'operator:read', async ({ app, caller, query, recordRead }) => {
    const { page = 0, size = 50, ...filter } = query;
    const log = await findOperatorLog(app.db, filter, { page, size });
    await recordRead('operator.log-list', caller.userId);
    return log;
  }),

  signedInRoute('GET /v1/operator/log/csv', 'operator:read', async ({ app, caller, query, recordRead }) => {
    await recordRead('operator.log-export', caller.userId);
    const lines = Readable.from(auditCsv((piece) => findOperatorLogBefore(app.db, query, piece)));
    return new FileAnswer(lines, 'text/csv; charset=utf-8', 'Operator Log.csv');
  }),

  signedInRoute('GET /v1/operator/organizations', 'operator:read', async ({ app, caller, query, recordRead }) => {
    const { page = 0, size = 20, ...asked } = query;
    await recordRead('operator.organizations-list', caller.userId);
    return findOrganizations(app.db, { ...asked, page, size });
  }),

  signedInRoute('GET /v1/operator/organizations/{id}', 'operator:read', async ({ app, params, recordRead }) => {
    const organization = await readOrganization(app.db, params.id);
    await recordRead('operator.organization-read', params.id);
    return organization;
  }),

  signedInRoute(
    'POST /v1/operator/organizations/{id}/{decision}',
    'operator:edit',
    async ({ app, caller, params: { id, decision }, body: { reason = null, ...saw } }) => {
      if (reason === null && (decision === 'refuse' || decision === 'suspend')) {
        throw invalidField('reason', 'Reason is required.');
      }
      const outcome = await decideOrganization(app.db, caller, id, { decision, reason, ...saw });
      await refuseOutcome(app.db, id, decision, outcome);
      return readOrganization(app.db, id);
    },
  ),

  signedInRoute('GET /v1/operator/organizations/{id}/proposed-image', 'operator:read', ({ app, params }) =>
    answerProposedLogo(app, params.id),
  ),

  signedInRoute(
    'POST /v1/operator/organizations/{id}/proposed-profile/{decision}',
    'operator:edit',
    async ({ app, caller, params: { id, decision }, body: { proposalId, reason = null } }) => {
      if (reason === null && decision === 'decline') throw invalidField('reason', 'Reason is required.');
      const outcome = await decideProposal(app.db, caller, id, { decision, proposalId, reason });
      await refuseProposalOutcome(app.db, id, outcome);
      return readOrganization(app.db, id);
    },
  ),
];
