import { execFile } from 'node:child_process';
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { startWorker } from '../../main/worker-runner.ts';
import { builtCommand } from '../../testing/kinbridge-process.ts';
import { listen } from '../../testing/listen.ts';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { anchorAuditLog } from './audit-anchors.commands.ts';
import { sealAuditLog, verifyAuditLog } from './audit-chain.commands.ts';

let test: TestApp;
let s3: S3Server;
let collector: Server;
let environment: Record<string, string>;
let path: string;
let status = 204;
let posted: { position: number; hash: string; time: string }[] = [];

beforeAll(async () => {
  s3 = await startS3Server();
  collector = createServer(async (request, response) => {
    const body = await new Response(request as never).text();
    if (status === 204) posted.push(JSON.parse(body));
    response.writeHead(status).end();
  });
  const port = await listen(collector);
  const { FILE_STORE: _, ...bucket } = s3.environment;
  const anchors = {
    AUDIT_ANCHOR_URL: `http://127.0.0.1:${port}/anchors?token=hidden`,
    AUDIT_ANCHOR_S3_BUCKET: 'files',
    AUDIT_ANCHOR_S3_DAYS: '30',
  };
  test = await startTestApp({ ...bucket, ...anchors });
  const { dataDir, auditKey } = test.app.config;
  path = join(dataDir, 'audit-anchors.log');
  environment = { ...bucket, ...anchors, DATA_DIR: dataDir, AUDIT_KEY: auditKey, DATABASE_URL: test.databaseUrl };
});
afterAll(async () => {
  await test.close();
  await s3.stop();
  collector.close();
});

beforeEach(() => {
  status = 204;
  posted = [];
  s3.arrived.length = 0;
});

/** Seals another row, which moves the head. */
async function grow(): Promise<void> {
  await sql`insert into audit_log (action, entity_type) values ('test.act', 'thing')`.run(test.app.db);
  await sealAuditLog(test.app.db, test.app.config.auditKey);
}

const lines = async () => (await readFile(path, 'utf8')).trimEnd().split('\n');
const puts = () => s3.arrived.filter(({ method }) => method === 'PUT');

async function verify(): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, ...environment };
    execFile(process.execPath, [builtCommand('audit-verify')], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr }),
    );
  });
}

describe('anchors', () => {
  it('store each chain head once in a file, a locked S3 object and a webhook', async () => {
    await grow();
    await anchorAuditLog(test.app);
    await anchorAuditLog(test.app);
    const head = await verifyAuditLog(test.app.db, test.app.config.auditKey);
    const anchor = { position: 1, hash: head.intact && head.head, time: expect.stringMatching(/Z$/) };
    expect((await lines()).map((line) => JSON.parse(line))).toEqual([anchor]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(posted).toEqual([anchor]);
    expect(puts()).toMatchObject([{ signed: true, lock: 'COMPLIANCE', md5: expect.any(String) }]);
    const until = Date.parse(puts()[0]?.lockedUntil ?? '');
    expect(Math.round((until - Date.parse(posted[0]?.time ?? '')) / 86_400_000)).toBe(30);
    await grow();
    await anchorAuditLog(test.app);
    expect(await lines()).toHaveLength(2);
    expect(new Set(puts().map((put) => put.path)).size).toBe(2);
  });

  it('retry only the failed destination and keep its full URL out of the log', async () => {
    await grow();
    status = 503;
    const before = (await lines()).length;
    await expect(anchorAuditLog(test.app)).rejects.toThrow('some audit anchors could not be written');
    expect(await lines()).toHaveLength(before + 1);
    const told = test.logs.filter((line) => line.includes('audit anchor failed'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('127.0.0.1');
    expect(told[0]).not.toContain('hidden');
    status = 204;
    await anchorAuditLog(test.app);
    expect(posted).toHaveLength(1);
    expect(await lines()).toHaveLength(before + 1);
    expect(puts()).toHaveLength(1);
  });

  it('continue after a truncated line in the file', async () => {
    await appendFile(path, '{"position":');
    await grow();
    await anchorAuditLog(test.app);
    expect((await verify()).text).toContain(`${path} holds 1 entry that can't be read as an anchor.`);
    await writeFile(path, (await readFile(path, 'utf8')).replace('{"position":\n', ''));
  });

  it('are written when the worker stops', async () => {
    const worker = await startWorker(test.app);
    await sql`insert into audit_log (action, entity_type) values ('test.act', 'thing')`.run(test.app.db);
    const before = (await lines()).length;
    await worker.stop();
    expect((await lines()).length).toBeGreaterThan(before);
  });
});

describe('audit:verify', () => {
  it('reports the anchors that match the chain', async () => {
    const { code, text } = await verify();
    expect(text).toMatch(/✓ The chain agrees with \d anchors in .*audit-anchors\.log, the last of /);
    expect(text).toMatch(/✓ The chain agrees with \d anchors in s3:\/\/files\/kinbridge-audit\/, /);
    expect(code).toBe(0);
  });

  it('detects a log with its last rows removed', async () => {
    await grow();
    await anchorAuditLog(test.app);
    await asReplica('delete from audit_chain where position = (select max(position) from audit_chain)');
    await asReplica('delete from audit_log where id = (select max(id) from audit_log)');
    expect(await verifyAuditLog(test.app.db, test.app.config.auditKey)).toMatchObject({ intact: true });
    const { code, text } = await verify();
    expect(text).toMatch(/✗ The chain does not agree with .*audit-anchors\.log.*the chain ends at position \d+\./);
    expect(code).toBe(1);
  });

  it('detects a log the database owner rebuilt with the key', async () => {
    await asReplica('delete from audit_chain');
    await asReplica('delete from audit_log where id = (select min(id) from audit_log)');
    await sealAuditLog(test.app.db, test.app.config.auditKey);
    for (let i = 0; i < 3; i++) await grow();
    expect(await verifyAuditLog(test.app.db, test.app.config.auditKey)).toMatchObject({ intact: true });
    const { code, text } = await verify();
    expect(text).toMatch(/✗ The chain does not agree with .*audit-anchors\.log.*the chain has another row there\./);
    expect(text).toMatch(/✗ The chain does not agree with s3:\/\/files/);
    expect(code).toBe(1);
  });
});

/** Runs SQL without triggers, as the owner could. */
async function asReplica(statement: string): Promise<void> {
  await test.owner.inTransaction(async (tx) => {
    await sql`set local session_replication_role = replica`.run(tx);
    await sql.raw(statement).run(tx);
  });
}
