import type { Settings } from '../config.ts';
import { StartError } from '../start-error.ts';

/** Separate processes must share one configured database server. */
export function requireDatabaseUrl(config: Settings): string {
  if (config.databaseUrl) return config.databaseUrl;
  throw new StartError(
    'Set DATABASE_URL: the API and the worker as separate processes need a database server to share.',
  );
}
