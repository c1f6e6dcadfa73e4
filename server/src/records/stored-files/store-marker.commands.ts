import { randomUUID } from 'node:crypto';
import { type Database, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { findSetting, replaceSetting } from '../../db/text-settings.queries.ts';
import { FileMissing, type FileStore, storeMarker } from '../../outside/files/file-store.ts';
import { reasonOf, StartError } from '../../start-error.ts';

/** The row of `settings` with the marker's id. */
export const storeSetting = 'file store';

interface MarkerOptions {
  /** No other process can use this database, so any store is the right one. */
  alone: boolean;
  /** Compares, and never writes a first marker. */
  readOnly?: boolean;
}

/**
 * Proves that this process sees the files of the other processes: the store holds a marker whose id is in the database.
 * The first process writes both, one process at a time. A store whose row was deleted keeps its marker.
 */
export async function proveFileStore(db: Database, store: FileStore, options: MarkerOptions): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('kinbridge.file-store'))`.run(tx);
    const known = await findSetting(tx, storeSetting);
    const seen = await readMarker(store);
    if (known === seen && known !== null) return;
    if (known !== null && !options.alone) throw otherStore(seen);
    if (options.readOnly) return;
    const id = seen ?? known ?? randomUUID();
    if (seen === null) await writeMarker(store, id);
    await replaceSetting(tx, storeSetting, id);
  });
}

async function readMarker(store: FileStore): Promise<string | null> {
  try {
    return (await store.read(storeMarker)).toString('utf8').trim();
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw unusableStore('read', error);
  }
}

async function writeMarker(store: FileStore, id: string): Promise<void> {
  try {
    await store.write(storeMarker, Buffer.from(`${id}\n`));
  } catch (error) {
    throw unusableStore('written to', error);
  }
}

function unusableStore(verb: string, error: unknown): StartError {
  return new StartError(
    `The file store can't be ${verb}: ${reasonOf(error)}. Check DATA_DIR, or FILE_STORE and the S3 settings.`,
  );
}

function otherStore(seen: string | null): StartError {
  const found = seen === null ? `has no ${storeMarker}` : `has another ${storeMarker}`;
  return new StartError(
    `This process sees another file store than the processes that used this database before: it ${found}. Set DATA_DIR, or FILE_STORE and the S3 settings, as for the other processes. If the files were moved here, delete the row '${storeSetting}' from the table settings.`,
  );
}
