import { signedInRoute } from '../../access/route.ts';
import { transaction } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { findDeliveries } from './deliveries.queries.ts';
import { findTroubledJobs, retryJob } from './jobs.commands.ts';
import { readSystem } from './system.queries.ts';
import { findUsage } from './usage.commands.ts';

/** How the system is doing, and what organizations use. */
export const systemRoutes = [
  signedInRoute('GET /v1/operator/system', 'operator:read', async ({ app, caller, recordRead }) => {
    await recordRead('operator.system-read', caller.userId);
    return readSystem(app);
  }),

  signedInRoute('GET /v1/operator/system/jobs', 'operator:read', ({ app, query: { page = 0, size = 10 } }) =>
    findTroubledJobs(app.db, page, size),
  ),

  signedInRoute('POST /v1/operator/system/jobs/{id}/retry', 'operator:edit', ({ app, caller, params }) =>
    transaction(app.db, (tx) => retryJob(tx, caller, params.id)),
  ),

  signedInRoute('GET /v1/operator/system/deliveries', 'operator:read', ({ app, query }) =>
    findDeliveries(app.db, query.period ?? 'day'),
  ),

  signedInRoute('GET /v1/operator/usage', 'operator:read', async ({ app, caller, query, recordRead }) => {
    const { page = 0, size = 25, sort = { field: 'name' as const, descending: false } } = query;
    await recordRead('operator.usage-list', caller.userId);
    return findUsage(app.db, sort, { page, size });
  }),

  signedInRoute('POST /v1/operator/usage/count', 'operator:edit', ({ app, caller }) =>
    transaction(app.db, async (tx) => {
      await addJob(tx, 'count-usage', {}, { key: 'count-usage' });
      await record(tx, { caller, action: 'usage.count', entityId: caller.userId });
      return { message: 'Counting. The new numbers appear here in a minute.' };
    }),
  ),
];
