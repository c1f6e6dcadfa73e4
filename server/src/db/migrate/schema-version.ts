import { StartError } from '../../start-error.ts';
import { onAddress } from './address-facts.ts';
import { readMigrations } from './migrations.ts';

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
