import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

/** What is sent to the database while `work` runs, one entry for each round trip. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | Statement, unknown];
    const { text, values = second } = typeof first === 'string' ? { text: first } : first;
    sent.push({ text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sent;
}

/** The indexes that PostgreSQL reads for a statement, where the tables were too big to read whole. */
export async function indexesOf(pool: pg.Pool, { text, values }: Statement): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    const { rows } = await client.query(`explain (format json) ${text}`, values);
    return [...JSON.stringify(rows).matchAll(/"Index Name":"(\w+)"/g)].map(([, name = '']) => name);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
