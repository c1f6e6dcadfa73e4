import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { AppError } from '../app-error.ts';
import { pingDatabase } from '../db/database.ts';
import { isDraining } from './close-server.ts';

/** /healthz: the process runs. /readyz: the database answers and no stop is near, so send requests here. */
export function addHealth(server: FastifyInstance, app: AppContext): void {
  const open = { config: { access: 'public' }, logLevel: 'silent' as const };
  server.get('/healthz', open, async () => ({ status: 'ok' }));
  server.get('/readyz', open, async () => {
    if (isDraining(server))
      throw new AppError('unavailable', 'This process is about to stop.', { retryAfterSeconds: 5 });
    await pingDatabase(app.db);
    return { status: 'ready' };
  });
}
