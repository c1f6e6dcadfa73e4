import { randomBytes } from 'node:crypto';
import type { OwnerConnection } from '../../db/owner-connection.ts';
import { sql } from '../../db/sql.ts';
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
  return withOwner(order.ownerUrl, async (owner) => {
    const { mine } = await sql<{ mine: boolean }>`
      select pg_try_advisory_lock(hashtext('kinbridge.scheduled-backup')) as mine`.one(owner);
    if (!mine) return null;
    await markInterrupted(owner);
    if (!(await isDue(owner, schedule.everyHours))) return null;
    const name = backupName('scheduled');
    const { id } = await takeBackup({ ...order, reason: 'scheduled', name });
    await removeOldest(owner, order.place, schedule);
    const isTested = id !== null && (await isTestDue(owner, schedule.testDays));
    return { name, testProblem: isTested ? await testRestore(owner, order, { id, name }) : null };
  });
}

/** The process that started these held the lock and has ended. */
async function markInterrupted(owner: OwnerConnection): Promise<void> {
  await sql`update backups set state = 'failed', end_timestamp = now(), problem = 'It was interrupted.'
    where state = 'running' and reason = 'scheduled'`.run(owner);
}

/** A failed one is tried again after an hour. */
async function isDue(owner: OwnerConnection, everyHours: number): Promise<boolean> {
  const latest = await sql`
    select from backups where reason = 'scheduled' and start_timestamp > now() - case state
      when 'done' then make_interval(hours => ${everyHours}, mins => -5) else interval '1 hour' end limit 1`.maybeOne(
    owner,
  );
  return latest === undefined;
}

async function removeOldest(owner: OwnerConnection, place: BackupPlace, schedule: BackupSchedule): Promise<void> {
  for (const name of chooseToRemove(await place.list(), schedule)) {
    await place.remove(name);
    await sql`update backups set remove_timestamp = now() where name = ${name} and place = ${place.description}`.run(
      owner,
    );
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

async function isTestDue(owner: OwnerConnection, testDays: number): Promise<boolean> {
  if (testDays === 0) return false;
  const latest = await sql`
    select from backups where test_state = 'passed'
      and test_timestamp > now() - make_interval(days => ${testDays}, hours => -1) limit 1`.maybeOne(owner);
  return latest === undefined;
}

/** Restores the backup into a temporary database, compares every row and file, and keeps and returns the problem. */
async function testRestore(
  owner: OwnerConnection,
  { ownerUrl, root, place, backupKey }: ScheduledOrder,
  { id, name }: { id: number; name: string },
): Promise<string | null> {
  const database = `kinbridge_restore_test_${randomBytes(6).toString('hex')}`;
  let problem: string | null = null;
  try {
    await sql`create database ${sql.raw(database)}`.run(owner);
    const url = new URL(ownerUrl);
    url.pathname = `/${database}`;
    await restoreBackup(unpackBackup(place.read(name), backupKey), { ownerUrl: url.toString(), root, files: null });
  } catch (error) {
    problem =
      (error as { code?: string }).code === '42501'
        ? "The owner of the database can't create the temporary one. Run as a superuser: alter role … createdb."
        : reasonOf(error);
  }
  await sql`drop database if exists ${sql.raw(database)} with (force)`.run(owner).catch(() => undefined);
  const state = problem === null ? 'passed' : 'failed';
  await sql`update backups set test_state = ${state}, test_timestamp = now(), test_problem = ${problem}
    where id = ${id}`.run(owner);
  return problem;
}
