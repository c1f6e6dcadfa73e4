import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase, type Database } from '../../db/database.ts';
import { createOwnerPool } from '../../db/pool.ts';
import { sql } from '../../db/sql.ts';
import { createLog } from '../../log.ts';
import { projectRoot } from '../../main/config.ts';
import { createFileStore } from '../../main/create-app.ts';
import { FolderBackupPlace } from '../../outside/backups/folder-backup-place.ts';
import { LocalFileStore } from '../../outside/files/local-file-store.ts';
import { sealAuditLog, verifyAuditLog } from '../../records/audit/audit-chain.commands.ts';
import { removeDroppedBytes } from '../../records/stored-files/stored-files.commands.ts';
import { asOwner } from '../../testing/as-owner.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../../testing/build.ts';
import { databaseNamed } from '../../testing/global-setup.ts';
import { readSchema } from '../../testing/schema.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { unpackBackup } from './backup-records.ts';
import { takeBackup, withOwner } from './backups.commands.ts';
import { restoreBackup } from './restore-backup.commands.ts';
import { emptyDatabase } from './restore-schema.commands.ts';
import { backUpOnSchedule, chooseToRemove } from './scheduled-backup.commands.ts';

const test = useTestApp();
const key = 'a key for the backups of these tests';
const name = '20261117T101500000Z-command.kinbridge-backup';
const restoredName = `restored_${randomUUID().replaceAll('-', '')}`;
let folder: string;
let place: FolderBackupPlace;
let restoredUrl: string;
let restored: Database;
/** Comments whose answers had arrived when the backup began. */
const written: number[] = [];
let stored: Buffer;

/** The newest first. */
const findBackups = () =>
  sql<{ id: number; name: string; reason: string }>`select * from backups order by id desc`.many(test.app.db);

const target = () => ({
  ownerUrl: restoredUrl,
  root: projectRoot(),
  files: new LocalFileStore(join(folder, 'files')),
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinbridge-backup-'));
  place = new FolderBackupPlace(folder);
  await asOwner(inject('databaseUrl'), `create database ${restoredName}`);
  restoredUrl = databaseNamed(inject('databaseUrl'), restoredName);
  const organization = await buildOrganization(test);
  const { token } = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
  const [serviceId = 0] = await serviceIds(test, organization.id);
  const file = new File([Buffer.concat([Buffer.from('%PDF-'), randomBytes(299_995)])], 'lease.pdf');
  const patient = { firstName: 'Ann', lastName: 'Other', phoneNumber: '+12695550100' };
  const serviceRequest = { organizationId: organization.id, serviceId, patient };
  const request = await test.call('POST /v1/service-requests', { parts: { serviceRequest, file }, token });
  expect(request.status).toBe(201);
  // A month of the past, which no migration creates.
  await asOwner(
    test.databaseUrl,
    `create table months.emails_202603 (like months.emails_before_months including all);
     alter table emails attach partition months.emails_202603 for values from (202603000000000) to (202604000000000);
     insert into emails (id, kind, to_address, payload) values (202603000000007, 'old', 'a@example.org', '{}')`,
  );
  const note = { serviceRequestId: request.body.id, content: 'Before or during\n\\N \\. the\tbackup' };
  const write = async () => (await test.call('POST /v1/notes', { parts: { note }, token })).body.id as number;
  for (let count = 0; count < 5; count++) written.push(await write());
  await sealAuditLog(test.app.db, test.app.config.auditKey);
  let isTaken = false;
  const writing = (async () => {
    while (!isTaken) await write();
  })();
  await takeBackup({
    ownerUrl: test.databaseUrl,
    files: createFileStore(test.app.config),
    version: '0.0.0',
    keys: { 'audit-key': 'secret' },
    reason: 'command',
    place,
    name,
    backupKey: key,
  });
  isTaken = true;
  await writing;
  stored = await readFile(join(folder, name));
}, 120_000);
afterAll(async () => {
  await restored?.destroy();
  await asOwner(inject('databaseUrl'), `drop database if exists ${restoredName} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

describe('a restore', () => {
  it('compares every row and file with the backup', { timeout: 120_000 }, async () => {
    const { manifest, rows } = await restoreBackup(unpackBackup(place.read(name), key), target());
    expect(rows).toBeGreaterThan(1000);
    expect(manifest).toMatchObject({
      files: { count: 1, bytes: 300_000, missing: [] },
      keys: { 'audit-key': 'secret' },
    });
    restored = createDatabase(createOwnerPool(restoredUrl, 2, createLog('silent')));
    const [file] = await sql<{ storage_key: string }>`select storage_key from files`.many(restored);
    const bytes = await target().files.read(file?.storage_key ?? '');
    expect(bytes.equals(await test.app.files.read(file?.storage_key ?? ''))).toBe(true);
  });

  it('has every write that was answered before the backup began', async () => {
    const found = await sql<{ id: number }>`select id from notes where id = any(${written}::bigint[])`.many(restored);
    expect(found.map(({ id }) => id).sort()).toEqual(written.sort());
  });

  it('has the schema and the rights of the original', async () => {
    expect(await readSchema(restoredUrl)).toBe(await readSchema(test.databaseUrl));
  });

  it('keeps the audit chain intact and goes on with it', async () => {
    const { auditKey } = test.app.config;
    const before = await verifyAuditLog(restored, auditKey);
    expect(before).toMatchObject({ intact: true });
    await sql`insert into audit_log (action, entity_type) values ('test.act', 'test')`.run(restored);
    await sealAuditLog(restored, auditKey);
    expect(await verifyAuditLog(restored, auditKey)).toMatchObject({ intact: true, unsealed: { count: 0 } });
  });

  it('sends nothing that waited in the backup', async () => {
    const waiting = await sql<{ n: number }>`
      select (select count(*) from sms_messages where state in ('queued', 'sending'))
        + (select count(*) from emails where state in ('queued', 'sending'))
        + (select count(*) from graphile_worker.jobs where task_identifier in ('send-email', 'mail-account')) as n`.one(
      restored,
    );
    expect(waiting.n).toBe(0);
    const unsent = await sql<{ n: number }>`select count(*) as n from sms_messages where state = 'queued'`.one(
      test.app.db,
    );
    expect(unsent.n).toBeGreaterThan(0);
  });

  it('is refused in a database that has tables', async () => {
    await expect(restoreBackup(unpackBackup(place.read(name), key), target())).rejects.toThrow('already has tables');
    expect((await sql`select from notes`.many(restored)).length).toBeGreaterThan(0);
  });
});

describe('a scheduled backup', () => {
  const schedule = { everyHours: 24, keep: 1, keepDays: 0, testDays: 7 };
  const backUp = () =>
    backUpOnSchedule(
      {
        ownerUrl: test.databaseUrl,
        root: projectRoot(),
        files: createFileStore(test.app.config),
        version: '0.0.0',
        place,
        backupKey: key,
      },
      schedule,
    );
  /** Makes the newest one this many hours older. */
  const age = (hours: number) =>
    asOwner(
      test.databaseUrl,
      `update backups set start_timestamp = start_timestamp - interval '${hours} hours' where reason = 'scheduled'`,
    );

  it('is taken, restored as a test, and then not due', { timeout: 120_000 }, async () => {
    expect(await backUp()).toMatchObject({ testProblem: null });
    expect(await backUp()).toBeNull();
    const rows = (await findBackups()).filter(({ reason }) => reason === 'scheduled');
    expect(rows).toMatchObject([{ state: 'done', test_state: 'passed', test_problem: null }]);
  });

  it('is due after a day, and removes the one before', async () => {
    const [before] = await findBackups();
    await age(24);
    await backUp();
    const [newest, oldest] = await findBackups();
    expect(newest).toMatchObject({ reason: 'scheduled', state: 'done', test_state: null, remove_timestamp: null });
    expect(oldest).toMatchObject({ id: before?.id, remove_timestamp: expect.any(Date) });
    expect((await place.list()).map((kept) => kept.name)).toEqual([newest?.name, name].sort());
  });

  it('that fails says why', async () => {
    const readPieces = () => {
      throw new Error('no store');
    };
    await age(24);
    const store = Object.assign(createFileStore(test.app.config), { readPieces });
    const order = { ownerUrl: test.databaseUrl, root: projectRoot(), files: store, version: '0.0.0', place };
    await expect(backUpOnSchedule({ ...order, backupKey: key }, schedule)).rejects.toThrow('no store');
    expect((await findBackups())[0]).toMatchObject({ state: 'failed', problem: 'no store', bytes: null });
    expect(await place.list()).toHaveLength(2);
  });
});

it.each([
  { keep: 2, keepDays: 0, removed: ['1', '2', '3'] },
  { keep: 1, keepDays: 3, removed: ['1', '2'] },
  { keep: 9, keepDays: 0, removed: [] },
  { keep: 1, keepDays: 30, removed: [] },
])('scheduled backups stay by count and by age: $keep and $keepDays days', ({ removed, ...rule }) => {
  const kept = ['1', '2', '3', '4', '5'].map((day) => ({
    name: `2026110${day}T060000000Z-scheduled.kinbridge-backup`,
  }));
  const byHand = { name: '20261101T060000001Z-command.kinbridge-backup' };
  const names = chooseToRemove([byHand, ...kept], rule, Date.parse('2026-11-05T18:00:00Z'));
  expect(names.map((name) => name[7])).toEqual(removed);
});

it('contents of deleted files stay while a backup is taken', async () => {
  const fileKey = randomUUID();
  await test.app.files.write(fileKey, Buffer.from('bytes'));
  await test.owner.onConnection(async (connection) => {
    await sql`select pg_advisory_lock(hashtext('kinbridge.backup'))`.run(connection);
    await removeDroppedBytes(test.app, fileKey);
    expect(await test.app.files.has(fileKey)).toBe(true);
    await sql`select pg_advisory_unlock(hashtext('kinbridge.backup'))`.run(connection);
  });
  await removeDroppedBytes(test.app, fileKey);
  expect(await test.app.files.has(fileKey)).toBe(false);
});

it('a failed restore removes everything that it created', async () => {
  await withOwner(restoredUrl, emptyDatabase);
  const left = await asOwner(
    restoredUrl,
    `select nspname from pg_namespace where nspname in ('months', 'graphile_worker')
     union all select relname from pg_class where relnamespace = 'public'::regnamespace
     union all select collname from pg_collation where collnamespace = 'public'::regnamespace
     union all select proname from pg_proc p where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  expect(left).toEqual([]);
});

it('the table of backups has the result', async () => {
  const row = (await findBackups()).find(({ reason }) => reason === 'command');
  const bytes = stored.length;
  expect(row).toMatchObject({ state: 'done', encrypted: true, file_count: 1, bytes, test_state: null });
});
