import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type BackupPlace, backupName, backupTime } from '../../outside/backups/backup-place.ts';
import { reasonOf } from '../../start-error.ts';
import { unpackBackup } from './backup-records.ts';
import { type BackupOrder, takeBackup, withOwner } from './backups.commands.ts';
import { restoreBackup } from './restore-backup.commands.ts';

export interface BackupSchedule {
  everyHours: number;
  /** How many scheduled backups stay, however old. */
  keep: number;
  /** How many days others stay, too. */
  keepDays: number;
  /** How often one is restored as a test; 0 is never. */
  testDays: number;
}

type ScheduledOrder = Omit<BackupOrder, 'reason' | 'name'> & { root: string };

export interface ScheduledBackup {
  name: string;
  /** Why the restore test failed, if there was one and it did. */
  testProblem: string | null;
}

/**
 * Takes the next backup if it is due, removes the oldest, and tests a restore if that is due. Called every few minutes by
 * every worker; one of them does the work. Null if none was due here.
 */
export async function backUpOnSchedule(
  order: ScheduledOrder,
  schedule: BackupSchedule,
): Promise<ScheduledBackup | null> {
  return withOwner(order.ownerUrl, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>(
      "select pg_try_advisory_lock(hashtext('kinbridge.scheduled-backup')) as mine",
    );
    if (!rows[0]?.mine) return null;
    await markInterrupted(client);
    if (!(await isDue(client, schedule.everyHours))) return null;
    const name = backupName('scheduled');
    const { id } = await takeBackup({ ...order, reason: 'scheduled', name });
    await removeOldest(client, order.place, schedule);
    const isTested = id !== null && (await isTestDue(client, schedule.testDays));
    return { name, testProblem: isTested ? await testRestore(client, order, { id, name }) : null };
  });
}

/** The process that started these held the lock and has ended. */
async function markInterrupted(client: pg.Client): Promise<void> {
  await client.query(`update backups set state = 'failed', end_timestamp = now(), problem = 'It was interrupted.'
    where state = 'running' and reason = 'scheduled'`);
}

/** A failed one is tried again after an hour. */
async function isDue(client: pg.Client, everyHours: number): Promise<boolean> {
  const { rows } = await client.query(
    `select from backups where reason = 'scheduled' and start_timestamp > now() - case state
       when 'done' then make_interval(hours => $1, mins => -5) else interval '1 hour' end limit 1`,
    [everyHours],
  );
  return rows.length === 0;
}

async function removeOldest(client: pg.Client, place: BackupPlace, schedule: BackupSchedule): Promise<void> {
  for (const name of chooseToRemove(await place.list(), schedule)) {
    await place.remove(name);
    await client.query('update backups set remove_timestamp = now() where name = $1 and place = $2', [
      name,
      place.description,
    ]);
  }
}

/** Scheduled backups only; those that people took are theirs. */
export function chooseToRemove(
  kept: { name: string }[],
  { keep, keepDays }: Pick<BackupSchedule, 'keep' | 'keepDays'>,
  now = Date.now(),
): string[] {
  const scheduled = kept.map(({ name }) => name).filter((name) => name.endsWith('-scheduled.kinbridge-backup'));
  const youngest = now - keepDays * 86_400_000;
  return scheduled.slice(0, -keep).filter((name) => backupTime(name).getTime() < youngest);
}

async function isTestDue(client: pg.Client, testDays: number): Promise<boolean> {
  if (testDays === 0) return false;
  const { rows } = await client.query(
    `select from backups where test_state = 'passed' and test_timestamp > now() - make_interval(days => $1, hours => -1)
     limit 1`,
    [testDays],
  );
  return rows.length === 0;
}

/** Restores the backup into a temporary database, compares every row and file, and keeps and returns the problem. */
async function testRestore(
  client: pg.Client,
  { ownerUrl, root, place, backupKey }: ScheduledOrder,
  { id, name }: { id: number; name: string },
): Promise<string | null> {
  const database = `kinbridge_restore_test_${randomBytes(6).toString('hex')}`;
  let problem: string | null = null;
  try {
    await client.query(`create database ${database}`);
    const url = new URL(ownerUrl);
    url.pathname = `/${database}`;
    await restoreBackup(unpackBackup(place.read(name), backupKey), { ownerUrl: url.toString(), root, files: null });
  } catch (error) {
    problem =
      (error as { code?: string }).code === '42501'
        ? "The owner of the database can't create the temporary one. Run as a superuser: alter role … createdb."
        : reasonOf(error);
  }
  await client.query(`drop database if exists ${database} with (force)`).catch(() => undefined);
  await client.query('update backups set test_state = $2, test_timestamp = now(), test_problem = $3 where id = $1', [
    id,
    problem === null ? 'passed' : 'failed',
    problem,
  ]);
  return problem;
}
