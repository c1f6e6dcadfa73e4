import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { pingDatabase } from '../db/database.ts';

/** /healthz: the process runs. /readyz: the database answers, so requests can be served. */
export function addHealth(server: FastifyInstance, app: AppContext): void {
  const open = { config: { access: 'public' }, logLevel: 'silent' as const };
  server.get('/healthz', open, async () => ({ status: 'ok' }));
  server.get('/readyz', open, async () => {
    await pingDatabase(app.db);
    return { status: 'ready' };
  });
}
