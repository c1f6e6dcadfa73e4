/// <reference path="./pg-values.d.ts" />
import pg from 'pg';
import utils from 'pg/lib/utils.js';

/** The part of pg's connection that a query is sent through. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parse(statement: { name: string; text: string }): void;
  bind(call: { statement: string; values: Sent['values'] }): void;
  describe(what: { type: 'P' }): void;
  execute(): void;
  close(what: { type: 'S'; name: string }): void;
  sync(): void;
}

interface Column {
  name: string;
  parse(text: string): unknown;
}

interface Prepared {
  /** The columns of its result, once they are known. */
  columns: Column[] | null;
  /** False after an error, when the database may or may not have it. */
  sure: boolean;
}

/** A backend keeps a plan for each, of up to some hundred kilobytes. */
export const maxStatements = 100;

/** The named statements of each connection, the one that was used last at the end. */
const preparedOn = new WeakMap<Wire, Map<string, Prepared>>();

export interface Sent {
  text: string;
  values: (string | Buffer | null)[];
  name: string | null;
  /** Statements without parameters and rows that go out with it, in the same round trip. */
  before: string[];
  after: string[];
}

/** Values as they are sent; throws for one that can't be. */
export function wireValues(values: unknown[]): Sent['values'] {
  return values.map((value) => utils.prepareValue(value));
}

/** Sends one query by the extended protocol. Names are the protocol's own, which a pooler in between understands. */
export function runQuery(client: pg.ClientBase, sent: Sent): Promise<{ rows: unknown[] }> {
  return new Promise((resolve, reject) => {
    client.query(new QueryRun(sent, resolve, reject));
  });
}

/** A query on its way through a connection, with what pg calls while the answer comes in. */
class QueryRun {
  readonly #sent: Sent;
  readonly #resolve: (result: { rows: unknown[] }) => void;
  readonly #reject: (error: unknown) => void;
  readonly #rows: unknown[] = [];
  #prepared: Prepared = { columns: null, sure: true };
  #columns: Column[] = [];
  /** How many of the statements before it are still to be answered. */
  #ahead: number;
  #problem: unknown;

  constructor(sent: Sent, resolve: (result: { rows: unknown[] }) => void, reject: (error: unknown) => void) {
    this.#sent = sent;
    this.#ahead = sent.before.length;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    const { before, after, name, text, values } = this.#sent;
    wire.stream.cork();
    for (const statement of before) sendUnnamed(wire, statement);
    if (name === null) wire.parse({ name: '', text });
    else this.#prepared = prepare(wire, name, text);
    wire.bind({ statement: name ?? '', values });
    if (this.#prepared.columns === null) wire.describe({ type: 'P' });
    else this.#columns = this.#prepared.columns;
    wire.execute();
    for (const statement of after) sendUnnamed(wire, statement);
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    try {
      for (let i = 0; i < this.#columns.length; i++) {
        const { name, parse } = this.#columns[i] as Column;
        const value = fields[i] ?? null;
        row[name] = value === null ? null : parse(value);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#problem = error;
    }
  }

  handleCommandComplete(): void {
    if (this.#ahead-- !== 0) return;
    this.#prepared.columns = this.#columns;
    this.#prepared.sure = true;
  }

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    if (this.#problem === undefined) this.#resolve({ rows: this.#rows });
    else this.#reject(this.#problem);
  }

  handleError(error: unknown): void {
    this.#reject(error);
  }
}

function sendUnnamed(wire: Wire, text: string): void {
  wire.parse({ name: '', text });
  wire.bind({ statement: '', values: [] });
  wire.execute();
}

/** Makes sure that the connection has the statement, and none too many. */
function prepare(wire: Wire, name: string, text: string): Prepared {
  const statements = preparedOn.get(wire) ?? new Map<string, Prepared>();
  preparedOn.set(wire, statements);
  const known = statements.get(name);
  const prepared = known ?? { columns: null, sure: false };
  statements.delete(name);
  statements.set(name, prepared);
  if (prepared.sure) return prepared;
  if (known) wire.close({ type: 'S', name });
  const [oldest] = statements.keys();
  if (oldest !== undefined && statements.size > maxStatements) {
    statements.delete(oldest);
    wire.close({ type: 'S', name: oldest });
  }
  wire.parse({ name, text });
  return prepared;
}
