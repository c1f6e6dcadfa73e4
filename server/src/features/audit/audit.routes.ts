import { Readable } from 'node:stream';
import { FileAnswer, organizationRoute } from '../../access/route.ts';
import { chooseReadDatabase } from '../../records/audit/replica-state.queries.ts';
import { findAuditBefore, findAuditPage } from './audit.queries.ts';
import { auditCsv } from './audit-csv.ts';

/** Viewing the log is also logged. */
export const auditRoutes = [
  organizationRoute(
    'GET /v1/organizations/{id}/audit',
    'audit:read',
    'params.id',
    async ({ app, caller, params, query, recordRead }) => {
      const db = await chooseReadDatabase(app, caller);
      await recordRead('audit.list', params.id);
      const { page = 0, size = 50, ...filter } = query;
      return findAuditPage(db, params.id, filter, { page, size });
    },
  ),

  organizationRoute(
    'GET /v1/organizations/{id}/audit/csv',
    'audit:read',
    'params.id',
    async ({ app, caller, params, query, recordRead }) => {
      const db = await chooseReadDatabase(app, caller);
      await recordRead('audit.export', params.id);
      const lines = Readable.from(auditCsv((piece) => findAuditBefore(db, params.id, query, piece)));
      return new FileAnswer(lines, 'text/csv; charset=utf-8', 'Audit Log.csv');
    },
  ),
];
