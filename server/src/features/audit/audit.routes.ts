import { Readable } from 'node:stream';
import type { StaffActor } from '../../access/actor.ts';
import { FileAnswer, route } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { notFound } from '../../app-error.ts';
import { findAuditPage } from './audit.queries.ts';
import { auditCsv } from './audit-csv.ts';
import { auditRead } from './audit-reads.ts';

export const auditRoutes = [
  route('GET /v1/organizations/{id}/audit', 'audit:read', async ({ app, actor, params, query, requestId }) => {
    await openLog(app, actor, params.id, 'audit.list', requestId);
    const { page = 0, size = 50, ...filter } = query;
    return findAuditPage(app.db, params.id, filter, page, size);
  }),

  route('GET /v1/organizations/{id}/audit/csv', 'audit:read', async ({ app, actor, params, query, requestId }) => {
    await openLog(app, actor, params.id, 'audit.export', requestId);
    const lines = Readable.from(auditCsv(app.db, params.id, query));
    return new FileAnswer(lines, 'text/csv; charset=utf-8', 'Audit Log.csv');
  }),
];

/** Viewing the log is also logged. */
async function openLog(app: AppContext, actor: StaffActor, id: number, action: string, requestId: string) {
  if (id !== actor.organizationId) throw notFound('organization');
  const entry = { action, entityType: 'organization', entityId: id };
  await auditRead(app.db, { actor, requestId, organizationId: id, ...entry });
}
