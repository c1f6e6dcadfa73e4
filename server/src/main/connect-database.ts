import type { Settings } from '../config.ts';
import { type DatabaseAddresses, directAddresses } from '../db/addresses.ts';
import { StartError } from '../start-error.ts';

export interface DatabaseUrls {
  url: string;
  /** Leads past a pooler, or through one that keeps sessions. */
  sessionUrl: string;
}

/** Separate processes must share one configured database server. */
export function requireDatabaseUrls({ databaseUrl, databaseSessionUrl }: Settings): DatabaseUrls {
  if (databaseUrl) return { url: databaseUrl, sessionUrl: databaseSessionUrl ?? databaseUrl };
  throw new StartError(
    'Set DATABASE_URL: the API and the worker as separate processes need a database server to share.',
  );
}

export async function connectDatabase(settings: Settings, urls: DatabaseUrls): Promise<DatabaseAddresses> {
  const { pooled, named } = directAddresses(urls.url, settings.databaseStatements === 'named');
  return { pooled, session: directAddresses(urls.sessionUrl).session, named };
}
