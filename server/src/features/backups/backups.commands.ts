import pg from 'pg';
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
  return withOwner(order.ownerUrl, async (client) => {
    const id = await insertBackup(client, order);
    try {
      let totals: BackupTotals | undefined;
      const records = backupRecords(order, (counted) => {
        totals = counted;
      });
      const bytes = await order.place.write(order.name, packBackup(records, order.backupKey));
      const taken = {
        id,
        bytes,
        rows: totals?.tables.reduce((sum, { rows }) => sum + rows, 0) ?? 0,
        files: totals?.files.count ?? 0,
        missing: totals?.files.missing.length ?? 0,
      };
      await finishBackup(client, id, taken);
      return taken;
    } catch (error) {
      await failBackup(client, id, reasonOf(error)).catch(() => undefined);
      throw error;
    }
  });
}

export async function withOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'kinbridge-backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Null in a database from before the table. */
async function insertBackup(
  client: pg.Client,
  { reason, place, name, backupKey }: BackupOrder,
): Promise<number | null> {
  const { rows: found } = await client.query("select from pg_class where oid = to_regclass('public.backups')");
  if (found.length === 0) return null;
  const { rows } = await client.query<{ id: number }>(
    `insert into backups (reason, place, name, encrypted) values ($1, $2, $3, $4) returning id`,
    [reason, place.description, name, backupKey !== undefined],
  );
  return Number(rows[0]?.id);
}

async function finishBackup(client: pg.Client, id: number | null, taken: TakenBackup): Promise<void> {
  if (id === null) return;
  await client.query(
    `update backups set state = 'done', end_timestamp = now(), bytes = $2, row_count = $3, file_count = $4
     where id = $1`,
    [id, taken.bytes, taken.rows, taken.files],
  );
}

async function failBackup(client: pg.Client, id: number | null, problem: string): Promise<void> {
  if (id === null) return;
  await client.query("update backups set state = 'failed', end_timestamp = now(), problem = $2 where id = $1", [
    id,
    problem,
  ]);
}
