import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import './value-parsers.ts';
import type { Query, QueryRunner } from './query.ts';
import { NotRun, runQueries, runQuery, type Sent, wireValues } from './query-run.ts';
import { SharedReads } from './shared-reads.ts';
import { ShortReads } from './short-reads.ts';
import { sql } from './sql.ts';
import { isStale, renameStatements, statementName } from './statement-names.ts';

/** Named statements are planned once per connection; DATABASE_STATEMENTS switches them off. */
export function createDatabase(pool: pg.Pool, { named = false } = {}): Database {
  return new Database(pool, named);
}

/** The same on connections that keep their session. */
export function createSessionDatabase(pool: pg.Pool, { named = false } = {}): SessionDatabase {
  return new SessionDatabase(pool, named);
}

interface Result<Row> {
  rows: Row[];
}

export class Database {
  readonly #pool: pg.Pool;
  readonly #named: boolean;
  readonly #sharedReads = new SharedReads<Result<unknown>>((query) => this.#send(query));
  readonly #shortReads = new ShortReads<Query, Result<unknown>>((queries) => this.#runTogether(queries));

  constructor(pool: pg.Pool, named: boolean) {
    this.#pool = pool;
    this.#named = named;
  }

  run<Row>(query: Query): Promise<Result<Row>> {
    return (query.shared ? this.#askShared(query) : this.#send(query)) as Promise<Result<Row>>;
  }

  async #askShared(query: Query): Promise<Result<unknown>> {
    try {
      return await this.#sharedReads.ask(query);
    } catch (error) {
      throw withOwnStack(error);
    }
  }

  #send(query: Query): Promise<Result<unknown>> {
    return query.short ? this.#shortReads.add(query) : this.onConnection((connection) => connection.run(query));
  }

  /** Queries of a group that didn't run or are stale are sent again alone. */
  async #runTogether(queries: Query[]): Promise<Promise<Result<unknown>>[]> {
    const results = await this.onConnection((connection) => connection.runTogether(queries));
    return results.map((result, index) => {
      if (result.status === 'fulfilled') return Promise.resolve(result.value);
      if (!(result.reason instanceof NotRun || isStale(result.reason))) return Promise.reject(result.reason);
      return this.onConnection((connection) => connection.run(queries[index] as Query));
    });
  }

  protected async onConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    try {
      return await work(new Connection(client, this.#named));
    } finally {
      client.release();
    }
  }

  async inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    const tx = new Tx(client, this.#named);
    let broken = false;
    try {
      const result = await work(tx);
      await tx.end('commit');
      return result;
    } catch (error) {
      await tx.end('rollback').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async destroy(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }
}

/** A database reached without a pooler, or with one that keeps sessions. */
export class SessionDatabase extends Database {
  /** Runs several queries on one connection, for session locks. */
  override onConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return super.onConnection(work);
  }
}

/**
 * PostgreSQL reads this setting whenever a statement runs, so it travels with the query and is reset after it. Try
 * `.planned('generic')` if a query with many joins is planned at every call: PostgreSQL overestimates its generic plan,
 * often because of a LIMIT parameter.
 */
const generic = { before: ['set plan_cache_mode = force_generic_plan'], after: ['reset plan_cache_mode'] };

class Connection {
  protected readonly client: pg.PoolClient;
  readonly #named: boolean;

  constructor(client: pg.PoolClient, named: boolean) {
    this.client = client;
    this.#named = named;
  }

  async run<Row>(query: Query): Promise<Result<Row>> {
    try {
      return await this.send<Row>(this.prepare(query));
    } catch (error) {
      if (!isStale(error)) throw error;
      renameStatements();
      return this.send<Row>(this.prepare(query));
    }
  }

  runTogether(queries: Query[]): Promise<PromiseSettledResult<Result<unknown>>[]> {
    return Promise.allSettled(
      runQueries(
        this.client,
        queries.map((query) => this.prepare(query)),
      ),
    );
  }

  protected prepare(query: Query): Sent {
    const name = this.#named ? statementName(query) : null;
    const plan = name !== null && query.plan === 'generic' ? generic : { before: [], after: [] };
    return { text: query.text, values: wireValues(query.values), name, ...plan };
  }

  protected async send<Row>(sent: Sent): Promise<Result<Row>> {
    const { text, values, before, after } = sent;
    try {
      if (values.length > 0 || !text.includes(';')) return (await runQuery(this.client, sent)) as Result<Row>;
      // Only the simple protocol accepts several statements in one text.
      for (const statement of before) await this.client.query(statement);
      const { rows = [] } = await this.client.query(text);
      for (const statement of after) await this.client.query(statement);
      return { rows };
    } catch (error) {
      throw withOwnStack(error);
    }
  }
}

/** Shows the caller's stack instead of the socket's. */
function withOwnStack(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error);
  return error;
}

interface Waiting {
  sent: Sent;
  resolve(result: Result<unknown>): void;
  reject(error: unknown): void;
}

/**
 * A transaction that begins with its first query, in the same round trip. Queries that don't wait for each other
 * (`Promise.all`) share one.
 */
export class Tx extends Connection {
  #state: 'new' | 'begun' | 'ended' = 'new';
  #waiting: Waiting[] = [];

  override async run<Row>(query: Query): Promise<Result<Row>> {
    this.#refuseAfterEnd();
    // Before the transaction counts as begun: nothing is sent if a value can't be.
    const sent = this.prepare(query);
    if (this.#state === 'new') sent.before = ['begin', ...sent.before];
    this.#state = 'begun';
    const result = new Promise<Result<unknown>>((resolve, reject) => {
      if (this.#waiting.push({ sent, resolve, reject }) === 1) queueMicrotask(() => this.#sendWaiting());
    });
    try {
      return (await result) as Result<Row>;
    } catch (error) {
      throw withOwnStack(error);
    }
  }

  #refuseAfterEnd(): void {
    if (this.#state === 'ended') throw new Error('the transaction has ended');
  }

  async #sendWaiting(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      // It may have ended in the same turn.
      this.#refuseAfterEnd();
      const results = await this.#sendTogether(waiting.map(({ sent }) => sent));
      for (const [index, { resolve }] of waiting.entries()) resolve(results[index] as Result<unknown>);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  /** If one fails, all do, with its error: it ended the transaction. */
  async #sendTogether(sents: Sent[]): Promise<Result<unknown>[]> {
    if (sents.length === 1) return [await this.send(sents[0] as Sent)];
    const results = await Promise.allSettled(runQueries(this.client, sents));
    const failures = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
    if (failures.length > 0) throw failures.find((reason) => !(reason instanceof NotRun)) ?? failures[0];
    return results.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
  }

  /** For the last query: the commit is sent with it, so nothing can roll back afterwards. */
  get last(): Executor {
    return { run: (query) => this.runLast(query) };
  }

  async runLast<Row>(query: Query): Promise<Result<Row>> {
    if (this.#state !== 'begun' || this.#waiting.length > 0) {
      throw new Error('the last query of a transaction comes after the others');
    }
    const sent = this.prepare(query);
    this.#state = 'ended';
    try {
      return await this.send<Row>({ ...sent, after: [...sent.after, 'commit'] });
    } catch (error) {
      this.#state = 'begun';
      throw error;
    }
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    const isBegun = this.#state === 'begun';
    this.#state = 'ended';
    if (isBegun) await this.client.query(how);
  }
}

/** Where a query can run: the pool, a connection or a transaction. */
export type Executor = QueryRunner;

const retryable = new Set(['40001', '40P01']);

function isRetryable(error: unknown): boolean {
  return isStale(error) || retryable.has((error as { code?: string }).code ?? '');
}

/**
 * Thrown in a transaction that would wait for a long time. Waiting inside it would hold one of the few connections, so
 * the transaction rolls back and restarts after a pause without a connection.
 */
export class BeginAgain extends Error {
  /** Thrown when all restarts are used up. */
  readonly otherwise: Error;

  constructor(otherwise: Error) {
    super('the transaction is to be begun again');
    this.otherwise = otherwise;
  }
}

/** Three seconds in total. */
const pauses = [20, 40, 80, 160, 300, 400, 500, 500, 500, 500];

/** Runs one transaction. A deadlock, serialization failure or stale statement is retried, since it rolled back. */
export async function transaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  let begunAgain = 0;
  for (let failures = 0; ; ) {
    try {
      return await db.inTransaction(work);
    } catch (error) {
      if (isStale(error)) renameStatements();
      if (error instanceof BeginAgain) {
        const pause = pauses[begunAgain++];
        if (pause === undefined) throw error.otherwise;
        await setTimeout(pause);
      } else if (!isRetryable(error) || ++failures >= 4) throw error;
    }
  }
}

/** One round trip; throws while the database is down. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.run(db);
}
