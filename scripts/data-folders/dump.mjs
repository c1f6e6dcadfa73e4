import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const keyFiles = ['session-secret', 'audit-key', 'encryption-key'];

/** Loaded again at every start. */
const reference = ['zip_codes'];

/** Everything in the data folder of a running portal: rows as texts, files and keys. */
export async function dumpDataFolder(dataDir) {
  const client = new pg.Client({ connectionString: await embeddedDatabaseUrl(dataDir) });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read; set local timezone = 'UTC'");
    const { rows } = await client.query('select now()::text as time, max(name) as migration from schema_migrations');
    const [{ time, migration }] = rows;
    return { time, migration, ...(await dumpDatabase(client)), ...(await readFiles(dataDir)) };
  } finally {
    await client.end();
  }
}

async function embeddedDatabaseUrl(dataDir) {
  const cluster = join(dataDir, 'postgres');
  const password = (await readFile(join(cluster, 'kinbridge.password'), 'utf8')).trim();
  const [, , , port] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  return `postgresql://kinbridge:${password}@127.0.0.1:${port}/kinbridge`;
}

async function dumpDatabase(client) {
  const { rows: found } = await client.query(
    `select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all($1)
    group by c.relname order by 1`,
    [reference],
  );
  const tables = {};
  for (const { name, columns } of found) {
    const texts = columns.map((column) => `${column}::text`).join(', ');
    const { rows } = await client.query({ text: `select ${texts} from ${name} order by 1`, rowMode: 'array' });
    if (rows.length > 0) tables[name] = { columns, rows };
  }
  const { rows: sequences } = await client.query(
    `select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`,
  );
  return { tables, sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])) };
}

async function readFiles(dataDir) {
  const keys = {};
  for (const name of keyFiles) {
    const key = await readFile(join(dataDir, name), 'utf8').catch(() => undefined);
    if (key !== undefined) keys[name] = key;
  }
  const found = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => []);
  const files = {};
  for (const entry of found.filter((one) => one.isFile())) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    files[path.slice(join(dataDir, 'files').length + 1)] = (await readFile(path)).toString('base64');
  }
  return { keys, files };
}
