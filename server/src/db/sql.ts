/**
 * SQL as tagged templates, with parameters: sql<Row>`select … where id = ${id}`.execute(db). A value becomes a parameter,
 * a template within a template becomes part of the text. docs/decisions/0017 says why this isn't a library.
 */

/**
 * How PostgreSQL plans a query. 'auto': it decides itself after a few calls whether one plan does for all parameters.
 * 'generic': one plan for all from the first call. 'custom': a plan for every call, such as for a pattern to search for.
 */
export type Plan = 'auto' | 'generic' | 'custom';

export interface Query {
  text: string;
  values: unknown[];
  plan: Plan;
  /** A short read that may share its round trip with others that come in the same turn. */
  shared: boolean;
}

export interface QueryRunner {
  run<Row>(query: Query): Promise<{ rows: Row[] }>;
}

export class RawBuilder<Row> {
  readonly #strings: readonly string[];
  readonly #values: readonly unknown[];
  #plan: Plan = 'auto';
  #shared = false;

  constructor(strings: readonly string[], values: readonly unknown[] = []) {
    this.#strings = strings;
    this.#values = values;
  }

  /** The same query, planned as its author knows to be best. */
  planned(plan: Plan): RawBuilder<Row> {
    const planned = this.#copy();
    planned.#plan = plan;
    return planned;
  }

  /** The same query, for a read of a few rows by their key: outside a transaction it goes out together with others. */
  get shared(): RawBuilder<Row> {
    const shared = this.#copy();
    shared.#shared = true;
    return shared;
  }

  #copy(): RawBuilder<Row> {
    const copy = new RawBuilder<Row>(this.#strings, this.#values);
    copy.#plan = this.#plan;
    copy.#shared = this.#shared;
    return copy;
  }

  execute(db: QueryRunner): Promise<{ rows: Row[] }> {
    const query: Query = { text: '', values: [], plan: this.#plan, shared: this.#shared };
    this.#writeTo(query);
    return db.run<Row>(query);
  }

  #writeTo(query: Query): void {
    query.text += this.#strings[0] ?? '';
    for (let i = 0; i < this.#values.length; i++) {
      const value = this.#values[i];
      if (value instanceof RawBuilder) value.#writeTo(query);
      else query.text += `$${query.values.push(value)}`;
      query.text += this.#strings[i + 1];
    }
  }
}

function template<Row = unknown>(strings: TemplateStringsArray, ...values: unknown[]): RawBuilder<Row> {
  return new RawBuilder<Row>(strings, values);
}

const quoted = (name: string) => new RawBuilder<unknown>([name.split('.').map(quoteName).join('.')]);
const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

export const sql = Object.assign(template, {
  /** Text that is trusted as it is; never what somebody sent. */
  raw: <Row = unknown>(text: string) => new RawBuilder<Row>([text]),
  /** A column's name, with or without its table's. */
  ref: quoted,
  table: quoted,
  /** A value written into the text: for a plan that depends on it. Every other value makes another statement. */
  lit: (value: string | number | boolean | null) => new RawBuilder<unknown>([literal(value)]),
  join(parts: readonly unknown[], separator: RawBuilder<unknown> = comma): RawBuilder<unknown> {
    const values = parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
    return new RawBuilder<unknown>(new Array(values.length + 1).fill(''), values);
  },
});

const comma = new RawBuilder<unknown>([', ']);

function literal(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
