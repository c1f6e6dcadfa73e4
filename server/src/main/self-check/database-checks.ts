import { join } from 'node:path';
import { counted } from '@kinbridge/contract/shared/counted';
import type { Settings } from '../../config.ts';
import type { PooledAddress } from '../../db/addresses.ts';
import type { Database } from '../../db/database.ts';
import { readMigrations, requireMigrated } from '../../db/migrate/migrations.ts';
import { findJobCounts } from '../../features/operator/jobs.commands.ts';
import { findServerClock } from '../../features/operator/system.queries.ts';
import { createLog } from '../../log.ts';
import { StartError } from '../../start-error.ts';
import { withCommandDatabase } from '../command-database.ts';
import { connectDatabase, requireDatabaseUrls } from '../connect-database.ts';
import { explained } from '../database-problem.ts';

/** Both addresses, the role behind them, and the migrations. */
export async function checkDatabase(settings: Settings): Promise<string> {
  if (settings.databaseUrl) await connectDatabase(settings, requireDatabaseUrls(settings), createLog('silent'));
  return withCommandDatabase(settings, async (_db, { url }) => {
    const folder = join(settings.root, 'db/migrations');
    await explained(url, () => requireMigrated(url, folder));
    const migrations = await readMigrations(folder);
    const at = settings.databaseUrl ? ` at ${new URL(url).host}` : '';
    return `PostgreSQL${at} answers and has all ${counted(migrations.length, 'migration')}.`;
  });
}

/** For checks that need the database; its own line says why it can't be reached. */
export async function withDatabase<T>(
  settings: Settings,
  work: (db: Database, address: PooledAddress) => Promise<T>,
): Promise<T> {
  return withCommandDatabase(settings, (db, address) => explained(address.url, () => work(db, address)));
}

const maxSkewSeconds = 5;

/** Codes and tokens last seconds, and several servers compare times. */
export async function checkClock(db: Database): Promise<string> {
  const before = Date.now();
  const server = await findServerClock(db);
  const skew = (server - (before + Date.now()) / 2) / 1000;
  if (Math.abs(skew) <= maxSkewSeconds) return `it agrees with the database's, ${new Date().toISOString()}.`;
  const seconds = counted(Math.round(Math.abs(skew)), 'second');
  throw new StartError(
    `this computer's clock is ${seconds} ${skew > 0 ? 'behind' : 'ahead of'} the database's. Set both by NTP, such as with timedatectl set-ntp true.`,
  );
}

const lateSeconds = 300;

export async function checkJobs(db: Database): Promise<string> {
  const { jobs, workers } = await findJobCounts(db);
  if (workers === 0) {
    throw new StartError('no worker is running, so no email or text leaves. Start one: worker.js, or npm start.');
  }
  if (jobs.oldestSeconds > lateSeconds) {
    throw new StartError(
      `the oldest of ${counted(jobs.waiting, 'job')} has been waiting for ${counted(Math.round(jobs.oldestSeconds / 60), 'minute')}. Start more workers, and look into their log.`,
    );
  }
  if (jobs.failed > 0) {
    throw new StartError(
      `${counted(jobs.failed, 'job')} failed for good. System in the operator's console says why, and has Retry.`,
    );
  }
  return `${counted(workers, 'worker')} ${workers === 1 ? 'works' : 'work'}, ${counted(jobs.waiting, 'job')} due.`;
}
