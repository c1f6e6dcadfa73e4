/**
 * SQL as tagged templates with parameters: sql<Row>`select … where id = ${id}`.one(db). A value becomes a
 * parameter; a nested template becomes part of the text. docs/decisions/0017 explains why this isn't a library.
 */
import { activeTracer, type Tracer, traced } from '../trace.ts';
import { type Executor, type Plan, type Query, statementHash } from './statements.ts';

/** Hears each text that is sent and the templates it is made of, the outermost first. */
type TextListener = (text: string, templates: (readonly string[])[]) => void;
let listener: TextListener | null = null;

/** For the test that checks all texts against the schema. */
export function listenToTexts(heard: TextListener): void {
  listener = heard;
}

export class RawBuilder<Row> {
  constructor(
    private readonly strings: readonly string[],
    private readonly values: readonly unknown[] = [],
    private readonly plan: Plan = 'auto',
  ) {}

  /** The same query with a chosen plan. */
  planned(plan: Plan): RawBuilder<Row> {
    return new RawBuilder<Row>(this.strings, this.values, plan);
  }

  /** The only row of a result. Throws if there is none or more than one. */
  async one(db: Executor): Promise<Row> {
    const { rows } = await this.#send(db);
    if (rows.length !== 1) throw this.#rowsError('one row', rows.length);
    return rows[0] as Row;
  }

  /** The only row of a result, or undefined. Throws if there are more. */
  async maybeOne(db: Executor): Promise<Row | undefined> {
    const { rows } = await this.#send(db);
    if (rows.length > 1) throw this.#rowsError('at most one row', rows.length);
    return rows[0];
  }

  async many(db: Executor): Promise<Row[]> {
    return (await this.#send(db)).rows;
  }

  /** For a statement whose rows, if it has any, don't matter. */
  async run(db: Executor): Promise<void> {
    await this.#send(db);
  }

  #rowsError(expected: string, found: number): Error {
    const text = this.#write([]).replace(/\s+/g, ' ').trim();
    return new Error(`expected ${expected}, got ${found}: ${text.slice(0, 200)}`);
  }

  #send(db: Executor): Promise<{ rows: Row[] }> {
    const values: unknown[] = [];
    const query: Query = { text: this.#write(values), values, plan: this.plan };
    listener?.(query.text, this.#templates());
    const tracer = activeTracer();
    return tracer === null ? db.run<Row>(query) : runTraced<Row>(tracer, db, query);
  }

  #write(values: unknown[]): string {
    let text = this.strings[0] ?? '';
    for (const [index, value] of this.values.entries()) {
      text += value instanceof RawBuilder ? value.#write(values) : `$${values.push(value)}`;
      text += this.strings[index + 1];
    }
    return text;
  }

  /** Those written as templates; raw text and lists have no `raw` strings. */
  #templates(): (readonly string[])[] {
    const nested = this.values.flatMap((value) => (value instanceof RawBuilder ? value.#templates() : []));
    return 'raw' in this.strings ? [this.strings, ...nested] : nested;
  }
}

function template<Row = unknown>(strings: TemplateStringsArray, ...values: unknown[]): RawBuilder<Row> {
  return new RawBuilder<Row>(strings, values);
}

function raw<Row = unknown>(text: string): RawBuilder<Row> {
  return new RawBuilder<Row>([text]);
}

const quoted = (name: string) => raw(name.split('.').map(quoteName).join('.'));
const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

export const sql = Object.assign(template, {
  /** Trusted text, never user input. */
  raw,
  /** A column name, with or without its table. */
  ref: quoted,
  table: quoted,
  /** A value inlined in the text, for a plan that depends on it. Each value makes its own statement. */
  lit: (value: string | number | boolean | null) => raw(literal(value)),
  join(parts: readonly unknown[], separator: RawBuilder<unknown> = comma): RawBuilder<unknown> {
    const values = parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
    return new RawBuilder<unknown>(new Array(values.length + 1).fill(''), values);
  },
});

const comma = raw(', ');

function literal(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

interface Described {
  summary: string;
  operation: string;
  statement: string;
}

const known = new Map<string, Described>();
const maxKnown = 2_000;

/** Runs a query in a span with the name of its statement. The text isn't recorded, because it may contain literals. */
function runTraced<Row>(tracer: Tracer, db: Executor, query: Query): Promise<{ rows: Row[] }> {
  // What runs outside a request or job isn't recorded: workers look for texts every two seconds.
  if (tracer.current() === null) return db.run<Row>(query);
  const { summary, operation, statement } = known.get(query.text) ?? describe(query.text);
  const facts = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.summary': summary,
    'kinbridge.statement': statement,
  };
  return traced(tracer, { name: summary, kind: 'client', facts }, () => db.run<Row>(query));
}

function describe(text: string): Described {
  const [operation = 'other'] = /\b(select|insert|update|delete)\b/i.exec(text.toLowerCase()) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+([a-z_][a-z_.]*)/i.exec(text) ?? [];
  const described = { summary: `${operation} ${table}`.trim(), operation, statement: statementHash(text) };
  if (known.size >= maxKnown) known.clear();
  known.set(text, described);
  return described;
}
