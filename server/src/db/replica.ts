import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { Database, type Tx } from './database.ts';
import { isConnectionLost } from './lost-connection.ts';
import type { Query } from './statements.ts';

/** What the replica says about itself, compared with a position of the primary. */
export interface ReplicaState {
  isReplica: boolean;
  /** Whether it has everything up to that position. */
  isCaughtUp: boolean;
  /** Since its last transaction; null if it has replayed none. On an idle primary this grows without meaning anything. */
  lagSeconds: number | null;
  /** How many of the caller's latest changes it lacks. */
  missingChanges: number;
}

const maxLagSeconds = 10;

/** Whether a caller may read from the replica: it isn't far behind and has all that the caller changed. */
export function mayRead(state: ReplicaState): boolean {
  if (!state.isReplica) return false;
  if (state.isCaughtUp) return true;
  return state.lagSeconds !== null && state.lagSeconds <= maxLagSeconds && state.missingChanges === 0;
}

/** How long it may take to tell its state, and how long it isn't asked after a failure. */
const patienceMs = 2_000;
const pauseMs = 15_000;

/** A read-only copy of the database. A read that fails because the copy went away runs on the primary. */
export class Replica extends Database {
  #awayUntil = 0;
  #lagSeconds: number | null = null;

  constructor(
    pool: pg.Pool,
    named: boolean,
    private readonly primary: Database,
  ) {
    super(pool, named);
  }

  /** As last seen; null if it isn't known. */
  get lagSeconds(): number | null {
    return this.#lagSeconds;
  }

  /** The replica if it answers in time and the caller may read from it, otherwise the primary. */
  async choose(findState: (replica: Database) => Promise<ReplicaState>): Promise<Database> {
    if (Date.now() < this.#awayUntil) return this.primary;
    const over = new AbortController();
    const late = delay(patienceMs, null, { signal: over.signal }).catch(() => null);
    const state = await Promise.race([findState(this).catch(() => null), late]).finally(() => over.abort());
    if (state === null) this.#pause();
    else this.#lagSeconds = state.isCaughtUp ? 0 : state.lagSeconds;
    return state !== null && mayRead(state) ? this : this.primary;
  }

  override run<Row>(query: Query): Promise<{ rows: Row[] }> {
    return this.#orOnPrimary(
      () => super.run<Row>(query),
      () => this.primary.run<Row>(query),
    );
  }

  override inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#orOnPrimary(
      () => super.inTransaction(work),
      () => this.primary.inTransaction(work),
    );
  }

  async #orOnPrimary<T>(read: () => Promise<T>, onPrimary: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (isConnectionLost(error)) this.#pause();
      else if (!isConflict(error)) throw error;
      return onPrimary();
    }
  }

  #pause(): void {
    this.#lagSeconds = null;
    this.#awayUntil = Date.now() + pauseMs;
  }
}

/** The replica needed to replay something that the query still read, or the query isn't only a read. */
function isConflict(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  return code === '40001' || code === '25006';
}
