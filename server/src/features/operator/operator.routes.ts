import { signedInRoute } from '../../access/route.ts';
import { findOperatorLog } from './operator-log.queries.ts';
import { findOperators } from './people.queries.ts';

export const operatorRoutes = [
  signedInRoute('GET /v1/operator/people', 'operator:read', ({ app }) => findOperators(app.db)),

  signedInRoute('GET /v1/operator/log', 'operator:read', async ({ app, caller, query, recordRead }) => {
    const { page = 0, size = 50, ...filter } = query;
    const log = await findOperatorLog(app.db, filter, { page, size });
    await recordRead('operator.log-list', 'user', caller.userId);
    return log;
  }),
];
