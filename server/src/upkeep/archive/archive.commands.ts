import { createHash } from 'node:crypto';
import type { AppContext } from '../../app-context.ts';
import { type Database, type Executor, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { allStoredWhile, insertFile, type StoredFile } from '../../records/stored-files/stored-files.commands.ts';
import { StartError } from '../../start-error.ts';
import { type ArchiveMonth, findMonthState, type MonthState } from './archive.queries.ts';
import { monthPieces, type Piece } from './archive-pieces.ts';

type Described = Omit<Piece, 'bytes'>;

/**
 * Writes a month's rows to the file store, reads them back, and drops the month from the database. `db` is the owner's.
 * Until the last step nothing has changed, and that step is one transaction.
 */
export async function archiveMonth(
  db: Database,
  app: Pick<AppContext, 'files' | 'log'>,
  month: ArchiveMonth,
): Promise<{ files: number; rows: number }> {
  await prepareMonths(db);
  const state = await findMonthState(db, month);
  const refusal = refusalOf(state, month);
  if (refusal) throw new StartError(refusal);
  const pieces: Described[] = [];
  return allStoredWhile(app, seen(monthPieces(db, month), pieces), async (stored) => {
    for (const file of stored) await checkWritten(app, file);
    await transaction(db, (tx) => replaceMonth(tx, month, { state, pieces, stored }));
    return { files: pieces.length, rows: pieces.reduce((sum, { rowCount }) => sum + rowCount, 0) };
  });
}

function refusalOf(state: MonthState, { name }: ArchiveMonth): string | null {
  if (state.partitions.length === 0) return `The database has no month ${name}. It may be archived already.`;
  if (state.young) return `${name} has rows of the last 90 days. Archive it later.`;
  if (state.hasHead) return `${name} has the newest row of the audit log. Archive it once newer rows are sealed.`;
  if (state.unsealed > 0) return `${name} has rows that aren't sealed yet. Is the worker running?`;
  if (state.uncounted) return `${name} has rows that aren't counted yet. Is the worker running?`;
  if (state.unsent > 0) return `${name} has emails or texts that haven't been sent. Is the worker running?`;
  return null;
}

/** Keeps what each piece is, without its bytes. */
async function* seen(pieces: AsyncIterable<Piece>, described: Described[]): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    const { bytes: _, ...rest } = piece;
    described.push(rest);
    yield piece;
  }
}

async function checkWritten({ files }: Pick<AppContext, 'files'>, { storageKey, sha256, fileName }: StoredFile) {
  const bytes = await files.read(storageKey);
  if (createHash('sha256').update(bytes).digest().equals(sha256)) return;
  throw new StartError(`The file store returned other bytes for ${fileName} than were written. Nothing was archived.`);
}

async function replaceMonth(
  tx: Tx,
  { name, low, high, partition }: ArchiveMonth,
  { state, pieces, stored }: { state: MonthState; pieces: Described[]; stored: StoredFile[] },
): Promise<void> {
  await sql`set local lock_timeout = '3s'`.run(tx);
  for (const table of state.partitions) await sql.raw(`lock table months.${table} in access exclusive mode`).run(tx);
  const { rows } = await sql<{ rows: number }>`
    select (select count(*) from audit_chain where audit_id >= ${low} and audit_id < ${high})
      + (select count(*) from emails where id >= ${low} and id < ${high})
      + (select count(*) from sms_messages where id >= ${low} and id < ${high}) as rows`.one(tx);
  const written = pieces.reduce((sum, { rowCount }) => sum + rowCount, 0);
  if (rows !== written) throw new StartError(`Rows of ${name} changed while it was written. Run this again.`);
  for (const [index, { tableName, rowCount, firstPosition }] of pieces.entries()) {
    const file = stored[index];
    if (!file) throw new Error('a piece has no file');
    const fileId = await insertFile(tx, file);
    await sql`insert into archived_pieces (table_name, month, file_id, row_count, first_position, newest_timestamp)
      values (${tableName}, ${name}, ${fileId}, ${rowCount}, ${firstPosition}, ${state.newest[tableName] ?? null})`.run(
      tx,
    );
  }
  await sql`delete from sms_provider_ids where message_id >= ${low} and message_id < ${high}`.run(tx);
  // The log's pages count the rows that are there.
  await sql`update audit_action_counts c set n = c.n - gone.n from (
      select organization_id, action, count(*) as n from audit_log where id >= ${low} and id < ${high}
      group by organization_id, action) gone
    where c.organization_id = gone.organization_id and c.action = gone.action`.run(tx);
  for (const table of state.partitions) {
    await sql.raw(`alter table ${table.slice(0, -partition.length - 1)} detach partition months.${table}`).run(tx);
    await sql.raw(`drop table months.${table}`).run(tx);
  }
}

/** Creates the partitions of this month and the next three, for every table that is divided by month. */
export async function prepareMonths(db: Executor): Promise<void> {
  await sql`select prepare_months()`.run(db);
}
