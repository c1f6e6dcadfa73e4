import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import './value-parsers.ts';
import { sql } from './sql.ts';
import {
  type Executor,
  isStale,
  orRenamed,
  type Query,
  renameStatements,
  statementGeneration,
  statementName,
} from './statements.ts';

export type { Executor } from './statements.ts';

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

export class Database implements Executor {
  constructor(
    private readonly pool: pg.Pool,
    private readonly named: boolean,
  ) {}

  run<Row>(query: Query): Promise<Result<Row>> {
    // Its plan is set for a transaction, so that a pooler runs both on one connection.
    if (this.named && query.plan === 'generic')
      return orRenamed(() => this.inTransaction((tx) => tx.last.run<Row>(query)));
    return this.onConnection((connection) => connection.run<Row>(query));
  }

  protected async onConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      return await work(new Connection(client, this.named));
    } finally {
      release(client);
    }
  }

  async inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    const tx = new Tx(client, this.named);
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
      release(client, broken);
    }
  }

  async destroy(): Promise<void> {
    if (!this.pool.ending) await this.pool.end();
  }
}

/** A database reached without a pooler, or with one that keeps sessions. */
export class SessionDatabase extends Database {
  /** Runs several queries on one connection, for session locks. */
  override onConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return super.onConnection(work);
  }
}

/** The generation of names that a connection has statements of. */
const generations = new WeakMap<pg.ClientBase, number>();

function release(client: pg.PoolClient, broken = false): void {
  const generation = generations.get(client) ?? statementGeneration();
  client.release(broken || generation < statementGeneration());
}

class Connection implements Executor {
  protected readonly client: pg.PoolClient;

  constructor(
    client: pg.PoolClient,
    private readonly named: boolean,
  ) {
    this.client = client;
  }

  run<Row>(query: Query): Promise<Result<Row>> {
    return orRenamed(() => this.send<Row>(query, this.nameOf(query), query.values));
  }

  protected nameOf(query: Query): string | undefined {
    return this.named ? statementName(query) : undefined;
  }

  protected async send<Row>({ text }: Query, name: string | undefined, values: unknown[]): Promise<Result<Row>> {
    if (name !== undefined && !generations.has(this.client)) generations.set(this.client, statementGeneration());
    // Several statements in one text have several results.
    const { rows = [] } = await this.client.query({ name, text, values });
    return { rows };
  }
}

/** As the driver encodes values. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/**
 * A transaction that begins with its first query. What begins, plans and ends it is sent without waiting for answers,
 * and so are queries that don't wait for each other (`Promise.all`).
 */
export class Tx extends Connection {
  #state: 'new' | 'begun' | 'ended' = 'new';
  #begun: Promise<unknown> = Promise.resolve();
  #running = 0;

  override async run<Row>(query: Query): Promise<Result<Row>> {
    return this.#ask(query);
  }

  /** For the last query: the commit is sent with it, so nothing can roll back afterwards. */
  get last(): Executor {
    return { run: (query) => this.runLast(query) };
  }

  async runLast<Row>(query: Query): Promise<Result<Row>> {
    if (this.#running > 0) throw new Error('the last query of a transaction comes after the others');
    const [result] = await Promise.all([this.#ask<Row>(query), this.end('commit')]);
    return result;
  }

  #ask<Row>(query: Query): Promise<Result<Row>> {
    if (this.#state === 'ended') throw new Error('the transaction has ended');
    // A value that can't be sent throws before anything is.
    const values = query.values.map(prepareValue);
    if (this.#state === 'new') this.#begun = this.#tell('begin');
    this.#state = 'begun';
    this.#running++;
    const name = this.nameOf(query);
    const isPlanned = name !== undefined && query.plan === 'generic';
    if (isPlanned) this.#tell('set local plan_cache_mode = force_generic_plan');
    const answer = this.send<Row>(query, name, values);
    if (isPlanned) this.#tell('set local plan_cache_mode = auto');
    return answer.finally(() => this.#running--);
  }

  /** Its failure is reported with the query that it is sent with, or at the end. */
  #tell(text: string): Promise<unknown> {
    const told = this.client.query(text);
    told.catch(() => undefined);
    return told;
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    const isBegun = this.#state === 'begun';
    this.#state = 'ended';
    if (isBegun) await Promise.all([this.client.query(how), this.#begun]);
  }
}

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
