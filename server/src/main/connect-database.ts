import type { Client } from 'pg';
import type { Settings } from '../config.ts';
import type { DatabaseAddresses, PooledAddress, ReplicaAddress } from '../db/addresses.ts';
import { hears, keepsStatements, onAddress, readAddressFacts } from '../db/migrate/address-facts.ts';
import { chooseOptions, requireSession, usesNames } from '../db/migrate/address-rules.ts';
import type { Log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { explained } from './database-problem.ts';

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

/** Checks both addresses, so that nothing fails later without a word, and finds out how to use them. */
export async function connectDatabase(settings: Settings, urls: DatabaseUrls, log: Log): Promise<DatabaseAddresses> {
  const { url, sessionUrl } = urls;
  const isSameUrl = url === sessionUrl;
  const { pooled, session, isHeard } = await explained(url, () =>
    onAddress(url, async (sender) => {
      const pooled = await readPooled(sender);
      const found = await explained(sessionUrl, () =>
        onAddress(sessionUrl, async (listener) => ({
          session: await readAddressFacts(listener),
          isHeard: await hears(listener, sender),
        })),
      );
      return { pooled, ...found };
    }),
  );
  requireSession({ isHeard, isSameUrl, session });
  const named = usesNames(settings.databaseStatements, { ...pooled, isSameUrl });
  if (!named && settings.databaseStatements === 'auto') {
    log.warn('the connection pooler keeps no named statements, so queries are planned at every call');
  }
  const options = chooseOptions(pooled);
  return {
    pooled: { kind: 'pooled', url, options },
    session: { kind: 'session', url: sessionUrl, options: chooseOptions(session) },
    replica: await connectReplica(settings, options, log),
    named,
  };
}

/** A replica that is away at the start may come back, so it gets the primary's options. */
async function connectReplica(
  { databaseReplicaUrl: url, databaseStatements }: Settings,
  options: string | undefined,
  log: Log,
): Promise<ReplicaAddress | null> {
  if (url === undefined) return null;
  const facts = await onAddress(url, readPooled).catch(() => null);
  if (facts === null) {
    log.warn('the replica cannot be reached; reads use the primary until it answers');
    return { kind: 'replica', url, options, named: databaseStatements === 'named' };
  }
  const named = usesNames(databaseStatements, { ...facts, isSameUrl: false });
  return { kind: 'replica', url, options: chooseOptions(facts), named };
}

async function readPooled(client: Client) {
  const facts = await readAddressFacts(client);
  return { ...facts, keepsStatements: !facts.throughPooler || (await keepsStatements(client)) };
}

/** For commands, which need no session. */
export function connectCommand(url: string): Promise<PooledAddress> {
  return explained(url, () =>
    onAddress(url, async (client) => ({ kind: 'pooled', url, options: chooseOptions(await readAddressFacts(client)) })),
  );
}
