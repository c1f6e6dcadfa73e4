import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { reasonOf, StartError } from '../../start-error.ts';
import { appRole } from '../addresses.ts';
import { hears, onAddress, readAddressFacts } from './address-facts.ts';
import { requireOwnerSession } from './address-rules.ts';
import { requireMembership, requireRole, setUpLogin } from './login-settings.ts';
import { type Migration, pendingMigrations } from './migration-plan.ts';

interface MigrateOptions {
  ownerUrl: string;
  appUrl: string;
  sessionUrl?: string;
  root: string;
  /** Nobody else uses the database, so a failed migration also undoes those before it. */
  alone?: boolean;
}

/** Updates the database: our migrations, the next months' partitions, the job queue's, then the reference data. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const client = new pg.Client({ connectionString: options.ownerUrl, application_name: 'kinbridge-migrate' });
  await client.connect();
  try {
    const { throughPooler, login: owner } = await readAddressFacts(client);
    requireOwnerSession(!throughPooler || (await onAddress(options.ownerUrl, (other) => hears(client, other))));
    // When several processes start together, one migrates and the others wait.
    await client.query("select pg_advisory_lock(hashtext('kinbridge.migrate'))");
    const applied = await applyMigrations(client, join(options.root, 'db/migrations'), {
      together: options.alone ?? false,
    });
    await client.query('select prepare_months()');
    await setUpLogins(client, owner, options);
    await prepareJobQueue(client, options.ownerUrl);
    await loadZipCodes(client, join(options.root, 'db/reference/zip-codes.csv'));
    return applied;
  } finally {
    await client.end();
  }
}

interface ApplyOptions {
  /** Names of migrations to leave out. */
  except?: string[];
  /** All of them or none; for a database that nobody else uses, since their locks last until the end. */
  together?: boolean;
}

/** How many migrations the database has, and how many this version would add. */
export async function findPending(ownerUrl: string, folder: string): Promise<{ applied: number; pending: number }> {
  const files = await readMigrations(folder);
  return onAddress(ownerUrl, async (client) => {
    const { rows: found } = await client.query("select from pg_class where oid = to_regclass('schema_migrations')");
    if (found.length === 0) return { applied: 0, pending: files.length };
    const { rows } = await client.query<Migration>('select name, checksum from schema_migrations');
    return { applied: rows.length, pending: pendingMigrations(rows, files).length };
  });
}

/** Applies what is pending and returns its names. */
export async function applyMigrations(
  client: pg.Client,
  folder: string,
  { except = [], together = false }: ApplyOptions = {},
): Promise<string[]> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_timestamp timestamptz not null default now())`);
  const { rows } = await client.query<Migration>('select name, checksum from schema_migrations order by name');
  if (rows.length === 0) await requireRole(client);
  const migrations = await readMigrations(folder);
  const pending = pendingMigrations(rows, migrations).filter((name) => !except.includes(name));
  const groups = together ? [pending] : pending.map((name) => [name]);
  for (const group of groups) {
    await inTransaction(client, async () => {
      for (const migration of migrations) if (group.includes(migration.name)) await applyOne(client, migration);
    });
  }
  return pending;
}

async function applyOne(client: pg.Client, { name, checksum, sql }: Migration & { sql: string }): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new MigrationFailed(`The migration ${name} failed and was undone: ${reasonOf(error)}.`);
  }
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

/** A migration that this database refuses. */
export class MigrationFailed extends StartError {}

/** The SQL files of the folder, in order. */
export async function readMigrations(folder: string): Promise<(Migration & { sql: string })[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') };
    }),
  );
}

/** The application's logins become members of its role, unless the owner is the only login. */
async function setUpLogins(client: pg.Client, owner: string, options: MigrateOptions): Promise<void> {
  const urls = [options.appUrl, options.sessionUrl ?? options.appUrl];
  const logins = new Set(urls.map((url) => decodeURIComponent(new URL(url).username)));
  for (const login of logins) {
    if (login === '') continue;
    if (login === owner) await requireMembership(client, owner);
    else await setUpLogin(client, login);
  }
}

/** The owner owns the queue's tables, which have row security; the application's role gets full access. */
export async function prepareJobQueue(client: pg.Client, ownerUrl: string): Promise<void> {
  await runMigrations({ connectionString: ownerUrl });
  await client.query(`
    grant usage on schema graphile_worker to ${appRole};
    grant select, insert, update, delete on all tables in schema graphile_worker to ${appRole};
    grant usage, select on all sequences in schema graphile_worker to ${appRole};
    grant execute on all functions in schema graphile_worker to ${appRole};
    do $$
    declare guarded record;
    begin
      for guarded in
        select c.oid::regclass as name from pg_class c
        where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
          and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = '${appRole}')
      loop
        execute format('create policy ${appRole} on %s to ${appRole} using (true) with check (true)', guarded.name);
      end loop;
    end $$`);
}

async function loadZipCodes(client: pg.Client, path: string): Promise<void> {
  const csv = await readFile(path, 'utf8');
  const checksum = createHash('sha256').update(csv).digest('hex');
  const { rows } = await client.query(
    `select 1 from settings where name = 'zip_codes' and value = to_jsonb($1::text)`,
    [checksum],
  );
  if (rows.length > 0) return;
  const lines = csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  const column = (index: number) => lines.map((cells) => cells[index]);
  await inTransaction(client, async () => {
    await client.query('delete from zip_codes');
    await client.query(
      `insert into zip_codes (zip_code, latitude, longitude, state, time_zone)
       select * from unnest($1::text[], $2::real[], $3::real[], $4::text[], $5::text[])`,
      [column(0), column(1), column(2), column(3), column(4)],
    );
    await client.query(
      `insert into settings (name, value) values ('zip_codes', to_jsonb($1::text))
       on conflict (name) do update set value = excluded.value`,
      [checksum],
    );
  });
  await client.query('analyze zip_codes');
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * A process that doesn't migrate refuses tables older than its version: they would fail later, call by call. It serves on
 * newer ones, so that the version before can be restarted during an update.
 */
export async function requireMigrated(url: string, folder: string): Promise<void> {
  const newest = (await readMigrations(folder)).at(-1);
  if (!newest) return;
  const isApplied = await onAddress(url, async (client) => {
    const { rowCount } = await client.query('select from schema_migrations where checksum = $1', [newest.checksum]);
    return rowCount === 1;
  }).catch((error: { code?: string }) => {
    // There are none yet, or the version that lets the application read them is missing.
    if (error.code === '42P01' || error.code === '42501') return false;
    throw error;
  });
  if (!isApplied) {
    throw new StartError(`The database is not up to date: it lacks ${newest.name}. Run npm run migrate first.`);
  }
}
