import pg from 'pg';

/** Runs SQL as the owner of a database, who may do what the application's role may not, such as changing the schema. */
export async function asOwner(databaseUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
