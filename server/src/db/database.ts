import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';

/** Queries are SQL as text, so the builder's table types stay empty; docs/decisions/0002 says why. */
type NoTables = Record<never, never>;

export type Database = Kysely<NoTables>;
/** What a query may run on: the pool, or the transaction it belongs to. */
export type Executor = Database | Tx;
export type Tx = Transaction<NoTables>;

// Ids are far below 2^53, and a birthday is a date and never shifts with a zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export const appRole = 'kinbridge_app';

/** A pool that works as the application's role, or as who connects, and survives a restart of the database. */
export function createPool(url: string, size: number, log: Log, role: string | null = appRole): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'kinbridge',
    options: `${role === null ? '' : `-c role=${role} `}-c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000`,
  });
  // Without these two, a connection that the database closes would end the process.
  pool.on('error', (error) => log.warn({ code: (error as { code?: string }).code }, 'database connection lost'));
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}

export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<NoTables>({ dialect: new PostgresDialect({ pool }) });
}

const retryable = new Set(['40001', '40P01']);

/**
 * Thrown within a transaction that would have to wait for long. Whoever waits inside one keeps a connection, of which
 * there are few for everybody; so the transaction is undone, and begun again after a pause without a connection.
 */
export class BeginAgain extends Error {
  /** What is answered when it was begun again often enough. */
  readonly otherwise: Error;

  constructor(otherwise: Error) {
    super('the transaction is to be begun again');
    this.otherwise = otherwise;
  }
}

/** Ever longer, three seconds in all. */
const pauses = [20, 40, 80, 160, 300, 400, 500, 500, 500, 500];

/** One transaction; a deadlock or serialization failure is tried again, since nothing of it remains. */
export async function transaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  let begunAgain = 0;
  for (let failures = 0; ; ) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (error instanceof BeginAgain) {
        const pause = pauses[begunAgain++];
        if (pause === undefined) throw error.otherwise;
        await setTimeout(pause);
      } else if (!retryable.has((error as { code?: string }).code ?? '') || ++failures >= 4) throw error;
    }
  }
}

/**
 * Whether the connection broke, rather than the database reporting an error. If that happened while a transaction
 * committed, it may stand all the same.
 */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  return (
    /^(08...|57P0[1-3]|ECONN(REFUSED|RESET)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN)$/.test(code) ||
    /^connection (terminated|timeout)|not queryable$|timeout exceeded when trying to connect/i.test(message)
  );
}

/** One round trip; throws while the database is away. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
