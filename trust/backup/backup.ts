import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createDatabase } from '../../server/src/db/database.ts';
import { createOwnerPool } from '../../server/src/db/pool.ts';
import { sql } from '../../server/src/db/sql.ts';
import { createLog } from '../../server/src/log.ts';
import { LocalFileStore } from '../../server/src/outside/files/local-file-store.ts';
import { sealAuditLog, verifyAuditLog } from '../../server/src/records/audit/audit-chain.commands.ts';
import { asOwner } from '../../server/src/testing/as-owner.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../../server/src/testing/build.ts';
import { databaseNamed } from '../../server/src/testing/global-setup.ts';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { until } from '../../server/src/testing/until.ts';
import { runCommand } from '../command.ts';
import type { Part, Result } from '../part.ts';

/** How many writes are answered before a backup begins. */
const writesBefore = 100;

/** Breaks something after the writes were answered. */
interface Faults {
  beforeBackup?(portal: TestApp, lost: AcknowledgedWrite): Promise<void>;
  beforeRestore?(backup: string): Promise<void>;
}

/** A backup under load, restored elsewhere: it has every write that was answered before it began. */
export const backup: Part = {
  name: 'backup',
  async run({ rounds, report }) {
    const total = { before: 0, during: 0, rows: 0 };
    const failures: string[] = [];
    const backups = Math.ceil(rounds / 2);
    for (let number = 1; number <= backups; number++) {
      report(`backup ${number} of ${backups}`);
      const round = await backUpAndRestore();
      total.before += round.before;
      total.during += round.during;
      total.rows += round.rows;
      failures.push(...round.failures);
    }
    return {
      figures: [
        { what: 'backups taken under load and restored elsewhere', value: backups },
        { what: 'writes with a file, answered before a backup began', value: total.before },
        { what: 'writes with a file, answered during a backup', value: total.during },
        { what: 'rows compared after the restore', value: total.rows },
      ],
      failures,
    };
  },
  plantedFaults: [
    {
      name: 'a comment lost after its answer',
      run: () =>
        planted({
          beforeBackup: async ({ databaseUrl }, { noteId }) =>
            void (await asOwner(databaseUrl, `delete from notes where id = ${noteId}`)),
        }),
    },
    {
      name: "a file's bytes changed after its answer",
      run: () =>
        planted({
          beforeBackup: async ({ app }, { noteId }) => {
            const { key } = await findFile(app.db, noteId);
            await app.files.write(key, Buffer.from('other bytes'));
          },
        }),
    },
    { name: 'one bit of the backup changed', run: () => planted({ beforeRestore: changeBit }) },
  ],
};

async function planted(faults: Faults): Promise<Result> {
  const { failures } = await backUpAndRestore(faults);
  return { figures: [], failures };
}

async function backUpAndRestore(faults: Faults = {}) {
  const portal = await startTestApp();
  const folder = await mkdtemp(join(tmpdir(), 'kinbridge-trust-backup-'));
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  const restoredUrl = databaseNamed(inject('databaseUrl'), name);
  const restoredFolder = join(folder, 'restored');
  const file = join(folder, 'backup');
  try {
    await asOwner(inject('databaseUrl'), `create database ${name}`);
    const load = await startLoad(portal);
    await until(() => load.written.length >= writesBefore, 300_000);
    await sealAuditLog(portal.app.db, portal.app.config.auditKey);
    const before = [...load.written];
    const [first] = before;
    if (first) await faults.beforeBackup?.(portal, first);
    const source = { DATABASE_URL: portal.databaseUrl, DATA_DIR: portal.app.config.dataDir };
    const taken = await runCommand('backup', ['--to', file], source);
    await load.stop();
    const counts = { before: before.length, during: load.written.length - before.length, rows: 0 };
    if (!taken.isDone) return { ...counts, failures: [taken.text] };
    await faults.beforeRestore?.(file);
    const order = ['--from', file, '--to', restoredUrl];
    const settings = { DATA_DIR: restoredFolder, BACKUP_KEY: 'a key that this backup was not made with' };
    const refused = await runCommand('restore', order, settings);
    if (refused.isDone) return { ...counts, failures: ['With a key, a backup without encryption was restored.'] };
    const restored = await runCommand('restore', [...order, '--unauthenticated'], settings);
    if (!restored.isDone) return { ...counts, failures: [restored.text] };
    counts.rows = Number(/([\d,]+) rows/.exec(restored.text)?.[1]?.replaceAll(',', ''));
    const failures = await findLosses(restoredUrl, restoredFolder, { before, auditKey: portal.app.config.auditKey });
    if (counts.during === 0) failures.push('Nothing was written while the backup was taken.');
    return { ...counts, failures };
  } finally {
    await portal.close();
    await asOwner(inject('databaseUrl'), `drop database if exists ${name} with (force)`);
    await rm(folder, { recursive: true, force: true });
  }
}

async function findLosses(
  url: string,
  dataDir: string,
  { before, auditKey }: { before: AcknowledgedWrite[]; auditKey: string },
): Promise<string[]> {
  const db = createDatabase(createOwnerPool(url, 2, createLog('silent')));
  const files = new LocalFileStore(join(dataDir, 'files'));
  const failures: string[] = [];
  try {
    for (const { noteId, content, sha256 } of before) {
      const { key, content: found } = await findFile(db, noteId);
      if (found !== content) failures.push(`Comment ${noteId} was answered before the backup, and isn't restored.`);
      else if (digestOf(await files.read(key)) !== sha256) failures.push(`The file of comment ${noteId} differs.`);
    }
    // Also those that were written during the backup.
    const rows = await sql<{ key: string; sha256: string }>`
      select storage_key as key, encode(sha256, 'hex') as sha256 from files`.many(db);
    for (const { key, sha256 } of rows) {
      if (digestOf(await files.read(key).catch(() => Buffer.alloc(0))) !== sha256) {
        failures.push(`The file ${key} has a row, but other contents.`);
      }
    }
    const { intact } = await verifyAuditLog(db, auditKey);
    if (!intact) failures.push("The restored audit log's chain is broken.");
    return failures;
  } finally {
    await db.destroy();
  }
}

async function findFile(db: Parameters<typeof verifyAuditLog>[0], noteId: number) {
  const row = await sql<{ key: string; content: string }>`
    select f.storage_key as key, n.content from notes n join files f on f.id = n.file_id where n.id = ${noteId}`.maybeOne(
    db,
  );
  return row ?? { key: '', content: null };
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function changeBit(path: string): Promise<void> {
  const file = await open(path, 'r+');
  const { size } = await file.stat();
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.floor(size / 2));
  await file.write(Buffer.of((buffer[0] ?? 0) ^ 1), 0, 1, Math.floor(size / 2));
  await file.close();
}

/** A comment with a file, as its answer acknowledged it. */
interface AcknowledgedWrite {
  noteId: number;
  content: string;
  sha256: string;
}

export interface Load {
  /** In the order of their answers; grows until the load is stopped. */
  written: AcknowledgedWrite[];
  stop(): Promise<void>;
}

const writers = 4;
const fileBytes = 40_000;

/** People who add comments with files, one after the other, until stopped. */
async function startLoad(portal: TestApp): Promise<Load> {
  const { id: organizationId } = await buildOrganization(portal);
  const { token } = await buildSignedIn(portal, organizationId);
  const [serviceId = 0] = await serviceIds(portal, organizationId);
  const serviceRequest = { organizationId, serviceId, patient: { firstName: 'Ann', lastName: 'Other' } };
  const request = await portal.call('POST /v1/service-requests', { parts: { serviceRequest }, token });
  const written: AcknowledgedWrite[] = [];
  let isOver = false;

  const write = async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-'), randomBytes(fileBytes)]);
    const note = { serviceRequestId: request.body.id, content: `Comment ${randomUUID()}` };
    const parts = { note, file: new File([bytes], 'lease.pdf') };
    const answer = await portal.call('POST /v1/notes', { parts, token });
    if (answer.status !== 201) throw new Error(`POST /v1/notes answered ${answer.status}`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    written.push({ noteId: answer.body.id, content: note.content, sha256 });
  };
  const running = Promise.all(
    Array.from({ length: writers }, async () => {
      while (!isOver) await write();
    }),
  );
  // Reported by stop().
  running.catch(() => undefined);
  return {
    written,
    async stop() {
      isOver = true;
      await running;
    },
  };
}
