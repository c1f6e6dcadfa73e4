import { join } from 'node:path';
import pg from 'pg';
import type { Executor } from '../../db/database.ts';
import { pendingMigrations } from '../../db/migrate/migration-plan.ts';
import { applyMigrations, prepareJobQueue, readMigrations } from '../../db/migrate/migrations.ts';
import type { OwnerConnection } from '../../db/owner-connection.ts';
import { sql } from '../../db/sql.ts';
import { StartError } from '../../start-error.ts';
import type { BackupHeader } from './backup-records.ts';

/** Our own tables, not those of extensions. */
const isOurs = sql`c.relnamespace::regnamespace::text in ('public', 'months', 'graphile_worker') and c.relkind in ('r', 'p')
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

/** Throws if the database has tables: a restore never mixes with other rows. */
export async function requireEmptyDatabase(db: Executor): Promise<void> {
  const table = await sql`select 1 from pg_class c where ${isOurs} limit 1`.maybeOne(db);
  if (!table) return;
  throw new StartError('The database already has tables. A backup can only be restored into an empty database.');
}

/** Creates the tables as the migrations of the backup did, with its months, and without the rows that migrations add. */
export async function createSchema(
  owner: OwnerConnection,
  { ownerUrl, root }: { ownerUrl: string; root: string },
  header: BackupHeader,
): Promise<void> {
  const folder = join(root, 'db/migrations');
  const files = await readMigrations(folder);
  const later = pendingMigrations(header.migrations, files);
  await applyMigrations(owner.client, folder, { except: later });
  await prepareJobQueue(owner.client, ownerUrl);
  for (const { parent, name, bound } of header.partitions) await createMonth(owner, parent, name, bound);
  // Also sets which months new ids may name.
  await sql`select prepare_months()`.run(owner);
}

/** Like `prepare_months()`, for a month of the past. */
async function createMonth(db: Executor, parent: string, name: string, bound: string): Promise<void> {
  const [table, month] = [pg.escapeIdentifier(parent), `months.${pg.escapeIdentifier(name)}`];
  const parentTable = sql`to_regclass(${`public.${table}`})`;
  const found = await sql<{ like: string | null; keeps: boolean; exists: boolean }>`
    select (select inhrelid::regclass::text from pg_inherits where inhparent = ${parentTable}
        order by inhrelid desc limit 1) as like,
      exists (select from pg_trigger where tgrelid = ${parentTable} and tgfoid = to_regproc('refuse_change')) as keeps,
      to_regclass(${month}) is not null as exists`.one(db);
  if (!found.like || found.exists) return;
  await sql
    .raw(`create table ${month} (like ${found.like} including all);
    revoke all on ${month} from public, kinbridge_app`)
    .run(db);
  if (found.keeps) {
    const trigger = `before truncate on ${month} for each statement execute function refuse_change()`;
    await sql.raw(`create trigger no_truncate ${trigger}`).run(db);
  }
  await sql.raw(`alter table public.${table} attach partition ${month} ${bound}`).run(db);
}

/** Takes away what would refuse or change rows while they are loaded; the result puts it back and checks all rows. */
export async function loosenTables(db: Executor): Promise<() => Promise<void>> {
  const tables = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c where ${isOurs}`.many(db);
  const keys = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and ${isOurs}`.many(db);
  for (const { table, name } of keys) await sql.raw(`alter table ${table} drop constraint ${name}`).run(db);
  for (const { name } of tables) await sql.raw(`alter table ${name} disable trigger user`).run(db);
  return async () => {
    for (const { table, name, definition } of keys) {
      await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).run(db);
    }
    for (const { name } of tables) await sql.raw(`alter table ${name} enable trigger user`).run(db);
  };
}

/** Removes everything that a failed restore created, and nothing of extensions. */
export async function emptyDatabase(db: Executor): Promise<void> {
  await sql`drop schema if exists months, graphile_worker cascade`.run(db);
  const own = sql`'public'::regnamespace and not exists (select from pg_depend d where d.objid = oid and d.deptype = 'e')`;
  const kinds = [
    ['table', sql`oid::regclass::text as name from pg_class where relkind in ('r', 'p') and relnamespace = ${own}`],
    ['sequence', sql`oid::regclass::text as name from pg_class where relkind = 'S' and relnamespace = ${own}`],
    ['routine', sql`oid::regprocedure::text as name from pg_proc where pronamespace = ${own}`],
    ['collation', sql`quote_ident(collname) as name from pg_collation where collnamespace = ${own}`],
  ] as const;
  for (const [kind, things] of kinds) {
    const { names } = await sql<{ names: string | null }>`
      select string_agg(name, ', ') as names from (select ${things}) found`.one(db);
    if (names) await sql.raw(`drop ${kind} ${names} cascade`).run(db);
  }
}

/** Jobs that reach people or other systems. */
const reaching = ['send-email', 'mail-account', 'post-support-message'];

const reason = 'A backup was restored that was taken before it was sent. It may or may not have arrived.';

/**
 * Prepares a restored database for its new place. Sessions end, since some were ended after the backup. Without
 * `sendWaiting` nothing that waited is sent, because the original may have sent it: texts become 'unknown', which staff
 * can resend, mass messages stop, and emails are skipped.
 */
export async function settleIn(db: Executor, { sendWaiting }: { sendWaiting: boolean }): Promise<void> {
  if (!sendWaiting) await stopWaiting(db);
  await sql`update sessions set end_timestamp = now(), end_reason = 'restored' where end_timestamp is null`.run(db);
  await sql`delete from job_workers`.run(db);
  // The row of the backup itself, which was being written; the table is younger than some backups.
  await sql`do $$ begin
    if to_regclass('public.backups') is not null then delete from backups where state = 'running'; end if;
  end $$`.run(db);
  // The next start takes the file store that it finds.
  await sql`delete from settings where name = 'file store'`.run(db);
}

async function stopWaiting(db: Executor): Promise<void> {
  await sql`update campaigns c set stopped_timestamp = now() where stopped_timestamp is null and (
      exists (select from sms_messages s where s.campaign_id = c.id and s.state in ('queued', 'sending'))
      or exists (select from campaign_pieces p where p.campaign_id = c.id))`.run(db);
  await sql`update sms_messages set state = 'unknown', reason = ${reason}, failing_since = null, update_timestamp = now()
    where state in ('queued', 'sending')`.run(db);
  await sql`update emails set state = 'skipped', last_error = 'restored', update_timestamp = now()
    where state in ('queued', 'sending')`.run(db);
  await sql`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = any(${reaching})`.run(db);
  // Without it, the response clock passes over reminders and digests that were due.
  await sql`delete from settings where name = 'response clock'`.run(db);
}
