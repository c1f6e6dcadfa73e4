/// <reference path="./pg-values.d.ts" />
import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { fixedName } from './statement-names.ts';

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
  /** False after an error, when the database may or may not have the statement. */
  sure: boolean;
}

/** A backend keeps a plan of up to a few hundred kilobytes for each. */
export const maxStatements = 100;

/** The named statements of each connection, least recently used first. */
const preparedOn = new WeakMap<Wire, Map<string, Prepared>>();

export interface Sent {
  text: string;
  values: (string | Buffer | null)[];
  name: string | null;
  /** Statements without parameters or rows, sent in the same round trip. */
  before: string[];
  after: string[];
}

/** Encodes the values; throws if one can't be sent. */
export function wireValues(values: unknown[]): Sent['values'] {
  return values.map((value) => utils.prepareValue(value));
}

/** Sends one query with the extended protocol. Statement names are protocol-level, so poolers understand them. */
export function runQuery(client: pg.ClientBase, sent: Sent): Promise<{ rows: unknown[] }> {
  return (runQueries(client, [sent]) as [Promise<{ rows: unknown[] }>])[0];
}

/**
 * Sends several reads in one write and gets one response. They share an implicit transaction, so all reads after a
 * failed one fail with NotRun.
 */
export function runQueries(client: pg.ClientBase, sents: readonly Sent[]): Promise<{ rows: unknown[] }>[] {
  const queries = sents.map((sent) => new QueryRun(sent));
  client.query(new Flight(queries));
  return queries.map(({ result }) => result);
}

/** A query that didn't run because an earlier one failed; it can be sent again. */
export class NotRun extends Error {
  constructor() {
    super('a query before this one failed');
  }
}

/** Queries in flight on a connection, with the callbacks pg uses for responses. */
class Flight {
  readonly #queries: readonly QueryRun[];
  #current = 0;

  constructor(queries: readonly QueryRun[]) {
    this.#queries = queries;
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    wire.stream.cork();
    for (const query of this.#queries) query.send(wire);
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription(description: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#queries[this.#current]?.describe(description.fields);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#queries[this.#current]?.addRow(fields);
  }

  handleCommandComplete(): void {
    if (this.#queries[this.#current]?.complete()) this.#current++;
  }

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    for (const query of this.#queries) query.end();
  }

  handleError(error: unknown): void {
    const failed = Math.min(this.#current, this.#queries.length - 1);
    for (const [index, query] of this.#queries.entries()) query.fail(index === failed ? error : new NotRun());
  }
}

class QueryRun {
  readonly #sent: Sent;
  readonly #rows: unknown[] = [];
  readonly result: Promise<{ rows: unknown[] }>;
  #resolve!: (result: { rows: unknown[] }) => void;
  fail!: (error: unknown) => void;
  /** Of each of its statements, in the order sent. */
  readonly #prepared: Prepared[] = [];
  #columns: Column[] = [];
  /** How many of its statements have completed. */
  #completed = 0;
  #problem: unknown;

  constructor(sent: Sent) {
    this.#sent = sent;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.fail = reject;
    });
  }

  send(wire: Wire): void {
    const { before, after, name, text, values } = this.#sent;
    for (const statement of before) this.#sendWithoutRows(wire, statement);
    const { columns } = this.#bind(wire, name, text, values);
    if (columns === null) wire.describe({ type: 'P' });
    else this.#columns = columns;
    wire.execute();
    for (const statement of after) this.#sendWithoutRows(wire, statement);
  }

  #sendWithoutRows(wire: Wire, text: string): void {
    this.#bind(wire, this.#sent.name && fixedName(text), text, []);
    wire.execute();
  }

  #bind(wire: Wire, name: string | null, text: string, values: Sent['values']): Prepared {
    const prepared = name === null ? { columns: null, sure: true } : prepare(wire, name, text);
    if (name === null) wire.parse({ name: '', text });
    wire.bind({ statement: name ?? '', values });
    this.#prepared.push(prepared);
    return prepared;
  }

  describe(fields: { name: string; dataTypeID: number }[]): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID) }));
  }

  addRow(fields: (string | null)[]): void {
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

  /** Whether that was its last statement. */
  complete(): boolean {
    const prepared = this.#prepared[this.#completed++];
    if (prepared) {
      if (this.#completed === this.#sent.before.length + 1) prepared.columns = this.#columns;
      prepared.sure = true;
    }
    return this.#completed === this.#prepared.length;
  }

  end(): void {
    if (this.#problem === undefined) this.#resolve({ rows: this.#rows });
    else this.fail(this.#problem);
  }
}

/** Ensures that the connection has the statement, and not too many others. */
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
