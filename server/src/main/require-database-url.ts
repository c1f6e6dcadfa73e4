import { StartError } from '../start-error.ts';
import type { readConfig } from './config.ts';

/** Separate processes share a database server, so they need to be told which. */
export function requireDatabaseUrl(config: ReturnType<typeof readConfig>): string {
  if (config.databaseUrl) return config.databaseUrl;
  throw new StartError(
    'Set DATABASE_URL: the API and the worker as separate processes need a database server to share.',
  );
}
