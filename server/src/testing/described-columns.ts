import pg from 'pg';

/** A column of a query's result, as the server reads it. */
export interface ResultColumn {
  name: string;
  /** Its JavaScript type, or 'any' for JSON and 'void' for a function without a result. */
  kind: string;
  /** Whether it is a table's column that can be null. */
  nullable: boolean;
}

interface Field {
  name: string;
  dataTypeID: number;
  tableID: number;
  columnID: number;
}

/** Describes queries without running them. */
export class QueryDescriber {
  readonly #client: pg.Client;
  #types = new Map<number, { name: string; category: string; element: number }>();
  #nullable = new Set<string>();

  constructor(url: string) {
    this.#client = new pg.Client({ connectionString: url });
  }

  async open(): Promise<void> {
    await this.#client.connect();
    const types = await this.#client.query('select oid, typname, typcategory, typelem from pg_type');
    this.#types = new Map(
      types.rows.map((row) => [row.oid, { name: row.typname, category: row.typcategory, element: row.typelem }]),
    );
    const nullable = await this.#client.query(`select a.attrelid, a.attnum from pg_attribute a
      join pg_class c on c.oid = a.attrelid where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attnotnull`);
    this.#nullable = new Set(nullable.rows.map((row) => `${row.attrelid}.${row.attnum}`));
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  /** The columns of its result; throws PostgreSQL's error if the text doesn't fit the schema. */
  async columns(text: string): Promise<ResultColumn[]> {
    const fields = await describe(this.#client, text);
    return fields.map(({ name, dataTypeID, tableID, columnID }) => ({
      name,
      kind: this.#kindOf(dataTypeID),
      nullable: this.#nullable.has(`${tableID}.${columnID}`),
    }));
  }

  #kindOf(oid: number): string {
    const type = this.#types.get(oid);
    if (type?.name === 'json' || type?.name === 'jsonb') return 'any';
    if (type?.name === 'void') return 'void';
    const value: unknown = pg.types.getTypeParser(oid)(this.#sampleOf(oid));
    if (Array.isArray(value)) return `${kindOf(value[0])}[]`;
    return kindOf(value);
  }

  /** A value as PostgreSQL would write it. */
  #sampleOf(oid: number): string {
    const { name = '', category = '', element = 0 } = this.#types.get(oid) ?? {};
    if (category === 'A') return `{${this.#sampleOf(element)}}`;
    if (name === 'bytea') return '\\x00';
    return { N: '1', B: 't', D: '2026-01-02 03:04:05+00' }[category] ?? 'a';
  }
}

function kindOf(value: unknown): string {
  if (value instanceof Date) return 'Date';
  return Buffer.isBuffer(value) ? 'Buffer' : typeof value;
}

interface Wire {
  parse(statement: { name: string; text: string; types: [] }): void;
  describe(what: { type: 'S'; name: string }): void;
  sync(): void;
}

function describe(client: pg.Client, text: string): Promise<Field[]> {
  return new Promise((resolve, reject) => {
    let fields: Field[] = [];
    const asked = {
      submit(connection: unknown) {
        const wire = connection as Wire;
        wire.parse({ name: '', text, types: [] });
        wire.describe({ type: 'S', name: '' });
        wire.sync();
      },
      handleRowDescription(description: { fields: Field[] }) {
        fields = description.fields;
      },
      handleReadyForQuery: () => resolve(fields),
      handleError: reject,
    };
    client.query(asked as unknown as pg.Submittable);
  });
}
