import { join } from 'node:path';
import pg from 'pg';
import { pendingMigrations } from '../../db/migration-plan.ts';
import { applyMigrations, prepareJobQueue, readMigrations } from '../../db/migrations.ts';
import { StartError } from '../../start-error.ts';
import type { BackupHeader } from './backup-records.ts';

const ours = "('public', 'months', 'graphile_worker')";

/** Throws if the database has tables: a restore never mixes with other rows. */
export async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select 1 from pg_class c
    where c.relnamespace::regnamespace::text in ${ours} and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`);
  if (rows.length === 0) return;
  throw new StartError('The database already has tables. A backup can only be restored into an empty database.');
}

/** Creates the tables as the migrations of the backup did, with its months, and without the rows that migrations add. */
export async function createSchema(
  client: pg.Client,
  { ownerUrl, root }: { ownerUrl: string; root: string },
  header: BackupHeader,
): Promise<void> {
  const folder = join(root, 'db/migrations');
  const files = await readMigrations(folder);
  const later = pendingMigrations(header.migrations, files);
  await applyMigrations(client, folder, { except: later });
  const { rows } = await client.query<{ months: boolean; texts: boolean }>(
    "select to_regproc('prepare_months') is not null as months, to_regproc('divide_texts') is not null as texts",
  );
  if (rows[0]?.texts) await client.query('select divide_texts()');
  await prepareJobQueue(client, ownerUrl);
  for (const { parent, name, bound } of header.partitions) await createMonth(client, parent, name, bound);
  // Also sets which months new ids may name.
  if (rows[0]?.months) await client.query('select prepare_months()');
}

/** Like `prepare_months()`, for a month of the past. */
async function createMonth(client: pg.Client, parent: string, name: string, bound: string): Promise<void> {
  const [table, month] = [pg.escapeIdentifier(parent), `months.${pg.escapeIdentifier(name)}`];
  const { rows } = await client.query<{ like: string | null; keeps: boolean; exists: boolean }>(
    `select (select inhrelid::regclass::text from pg_inherits where inhparent = to_regclass($1)
        order by inhrelid desc limit 1) as like,
      exists (select from pg_trigger where tgrelid = to_regclass($1) and tgfoid = to_regproc('refuse_change')) as keeps,
      to_regclass($2) is not null as exists`,
    [`public.${table}`, month],
  );
  const [found] = rows;
  if (!found?.like || found.exists) return;
  await client.query(`create table ${month} (like ${found.like} including all);
    revoke all on ${month} from public, kinbridge_app`);
  if (found.keeps) {
    await client.query(
      `create trigger no_truncate before truncate on ${month} for each statement execute function refuse_change()`,
    );
  }
  await client.query(`alter table public.${table} attach partition ${month} ${bound}`);
}

/** Takes away what would refuse or change rows while they are loaded; the result puts it back and checks all rows. */
export async function loosenTables(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: tables } = await client.query<{ name: string }>(`select c.oid::regclass::text as name from pg_class c
    where c.relnamespace::regnamespace::text in ${ours} and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`);
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text in ${ours}`);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  return async () => {
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
  };
}

/** Removes everything that a failed restore created, and nothing of extensions. */
export async function emptyDatabase(client: pg.Client): Promise<void> {
  await client.query('drop schema if exists months cascade; drop schema if exists graphile_worker cascade');
  const own = "'public'::regnamespace and not exists (select from pg_depend d where d.objid = oid and d.deptype = 'e')";
  const kinds = [
    ['table', `oid::regclass::text as name from pg_class where relkind in ('r', 'p') and relnamespace = ${own}`],
    ['sequence', `oid::regclass::text as name from pg_class where relkind = 'S' and relnamespace = ${own}`],
    ['routine', `oid::regprocedure::text as name from pg_proc where pronamespace = ${own}`],
    ['collation', `quote_ident(collname) as name from pg_collation where collnamespace = ${own}`],
  ] as const;
  for (const [kind, things] of kinds) {
    const { rows } = await client.query<{ names: string | null }>(
      `select string_agg(name, ', ') as names from (select ${things}) found`,
    );
    if (rows[0]?.names) await client.query(`drop ${kind} ${rows[0].names} cascade`);
  }
}
