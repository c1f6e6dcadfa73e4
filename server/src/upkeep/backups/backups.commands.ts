import { OwnerConnection } from '../../db/owner-connection.ts';
import { sql } from '../../db/sql.ts';
import type { BackupPlace } from '../../outside/backups/backup-place.ts';
import { reasonOf } from '../../start-error.ts';
import { packBackup } from './backup-records.ts';
import { type BackupSource, type BackupTotals, backupRecords } from './take-backup.commands.ts';

export type BackupReason = 'command' | 'scheduled' | 'before migration';

export interface BackupOrder extends BackupSource {
  reason: BackupReason;
  place: BackupPlace;
  name: string;
  backupKey: string | undefined;
}

export interface TakenBackup {
  id: number | null;
  bytes: number;
  rows: number;
  files: number;
  missing: number;
}

/** Takes a backup and keeps its result in the table of backups, if there is one yet. */
export async function takeBackup(order: BackupOrder): Promise<TakenBackup> {
  return withOwner(order.ownerUrl, async (owner) => {
    const id = await insertBackup(owner, order);
    try {
      let totals: BackupTotals | undefined;
      const records = backupRecords(order, (counted) => {
        totals = counted;
      });
      const bytes = await order.place.write(order.name, packBackup(records, order.backupKey));
      if (!totals) throw new Error('The backup has no manifest.');
      const { tables, files } = totals;
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const taken = { id, bytes, rows, files: files.count, missing: files.missing.length };
      await finishBackup(owner, id, taken);
      return taken;
    } catch (error) {
      await failBackup(owner, id, reasonOf(error)).catch(() => undefined);
      throw error;
    }
  });
}

export async function withOwner<T>(ownerUrl: string, work: (owner: OwnerConnection) => Promise<T>): Promise<T> {
  const owner = await OwnerConnection.open(ownerUrl, 'kinbridge-backup');
  try {
    return await work(owner);
  } finally {
    await owner.close();
  }
}

/** Null in a database from before the table. */
async function insertBackup(
  owner: OwnerConnection,
  { reason, place, name, backupKey }: BackupOrder,
): Promise<number | null> {
  const table = await sql`select from pg_class where oid = to_regclass('public.backups')`.maybeOne(owner);
  if (!table) return null;
  const { id } = await sql<{ id: number }>`
    insert into backups (reason, place, name, encrypted)
    values (${reason}, ${place.description}, ${name}, ${backupKey !== undefined}) returning id`.one(owner);
  return id;
}

async function finishBackup(owner: OwnerConnection, id: number | null, taken: TakenBackup): Promise<void> {
  if (id === null) return;
  const { bytes, rows, files } = taken;
  await sql`update backups set state = 'done', end_timestamp = now(), bytes = ${bytes}, row_count = ${rows},
    file_count = ${files} where id = ${id}`.run(owner);
}

async function failBackup(owner: OwnerConnection, id: number | null, problem: string): Promise<void> {
  if (id === null) return;
  await sql`update backups set state = 'failed', end_timestamp = now(), problem = ${problem} where id = ${id}`.run(
    owner,
  );
}
