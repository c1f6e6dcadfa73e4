import pg from 'pg';

/** Runs SQL as the database owner, who can do more than the application's role, such as change the schema. */
export async function asOwner(databaseUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
