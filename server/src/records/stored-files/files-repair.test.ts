import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { S3FileStore } from '../../outside/files/s3-file-store.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../../testing/build.ts';
import { builtCommand } from '../../testing/kinbridge-process.ts';
import { grayPicture } from '../../testing/pictures.ts';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { repairFiles, repairSentences } from './files-repair.commands.ts';

const twoHoursAgo = () => new Date(Date.now() - 2 * 3_600_000);

/** One file of each kind: a logo, attachments of a request and a comment, and a document. */
async function withFiles(test: TestApp) {
  const organization = await buildOrganization(test);
  const admin = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
  const { token } = admin;
  const file = new File([await grayPicture('png', 8, 8)], 'a.png');
  const profile = { name: organization.name, organizationType: 'CARE_PROVIDER', phoneNumber: '+12695550100' };
  const params = { id: organization.id };
  await test.call('PUT /v1/organizations/{id}', { params, parts: { organization: profile, file }, token });
  const [serviceId = 0] = await serviceIds(test, organization.id);
  const patient = { firstName: 'Ann', lastName: 'Other' };
  const serviceRequest = { organizationId: organization.id, serviceId, patient };
  const request = await test.call('POST /v1/service-requests', { parts: { serviceRequest, file }, token });
  const note = { serviceRequestId: request.body.id, content: '' };
  await test.call('POST /v1/notes', { parts: { note, file }, token });
  const userId = request.body.patient.id;
  await test.call('POST /v1/users/{userId}/documents', { params: { userId }, parts: { files: file }, token });
  const rows = await sql<{
    id: number;
    storage_key: string;
  }>`select id, storage_key from files order by id`.many(test.app.db);
  return { organization, token, ticket: request.body.id as number, userId: userId as number, rows };
}

describe('files:repair', () => {
  let test: TestApp;
  let made: Awaited<ReturnType<typeof withFiles>>;
  beforeAll(async () => {
    test = await startTestApp();
    made = await withFiles(test);
  });
  afterAll(() => test.close());

  const repair = (more: object = {}) => repairFiles(test.app.db, test.app.files, { repair: true, ...more });
  const look = () => repairFiles(test.app.db, test.app.files, { repair: false });

  /** Bytes without a row, written at that time. */
  async function strayBytes(written: Date): Promise<string> {
    const key = randomUUID();
    await test.app.files.write(key, Buffer.from('stray'));
    await utimes(join(test.app.config.dataDir, 'files', key.slice(0, 2), key), written, written);
    return key;
  }

  it('reports a consistent store', async () => {
    const report = await look();
    expect(report).toMatchObject({ rows: 4, kept: 4, lost: [], unnamed: 0, young: 0 });
    expect(repairSentences(report, false).at(-1)).toBe('✓ Every file has its contents, and nothing is left over.');
  });

  it('removes bytes without a row after an hour, and only with --repair', async () => {
    const [old, young] = [await strayBytes(twoHoursAgo()), await strayBytes(new Date())];
    const seen = await look();
    expect(seen).toMatchObject({ unnamed: 1, young: 1 });
    expect(await test.app.files.has(old)).toBe(true);
    expect(repairSentences(seen, false)).toContain(
      '1 file in the store, older than an hour, without a row. Can be removed.',
    );
    expect(await repair()).toMatchObject({ unnamed: 1, young: 1 });
    expect(await test.app.files.has(old)).toBe(false);
    expect(await test.app.files.has(young)).toBe(true);
    for (const row of made.rows) expect(await test.app.files.has(row.storage_key)).toBe(true);
    await test.app.files.remove(young);
  });

  it('keeps the bytes when most have no row, as with the wrong database', async () => {
    const strays = [];
    for (let count = 0; count < 25; count++) strays.push(await strayBytes(twoHoursAgo()));
    const report = await repair();
    expect(report).toMatchObject({ unnamed: 25, suspicious: true });
    expect(repairSentences(report, true).join()).toContain('Is this the right database?');
    expect(await test.app.files.has(strays[0] ?? '')).toBe(true);
    await repair({ evenMost: true });
    expect(await test.app.files.has(strays[0] ?? '')).toBe(false);
  });

  it('marks lost files, names their owners, and unmarks restored ones', async () => {
    const bytes = new Map<string, Buffer>();
    for (const { storage_key: key } of made.rows) {
      bytes.set(key, await test.app.files.read(key));
      await test.app.files.remove(key);
    }
    const report = await repair();
    expect(report.lost.map((file) => file.usedBy)).toEqual([
      [`organizations ${made.organization.id}`],
      [`service_requests ${made.ticket}`],
      [expect.stringMatching(/^notes \d+$/)],
      [expect.stringMatching(/^member_documents \d+$/)],
    ]);
    expect(repairSentences(report, true)[1]).toBe(
      `✗ The contents of file ${made.rows[0]?.id} are lost. It belongs to organizations ${made.organization.id}. The portal now shows that they are lost.`,
    );
    const { token, userId } = made;
    const documents = await test.call('GET /v1/users/{userId}/documents', { params: { userId }, token });
    expect(documents.body[0]).toMatchObject({ missing: true });
    for (const call of ['GET /v1/service-requests/{id}/file', 'GET /v1/notes/{id}/file']) {
      expect((await test.call(call, { params: { id: call.includes('notes') ? 1 : made.ticket }, token })).status).toBe(
        410,
      );
    }
    const logo = await test.call('GET /v1/organizations/{id}/image', { params: { id: made.organization.id } });
    expect(logo.status).toBe(410);
    expect(repairSentences(await look(), false)[1]).toMatch(/The portal already shows that they are lost\.$/);

    for (const [key, content] of bytes) await test.app.files.write(key, content);
    const again = await repair();
    expect(again.found).toEqual(made.rows.map((row) => row.id));
    expect(repairSentences(again, true)).toContain('The contents of 4 files that were lost are back.');
    const back = await test.call('GET /v1/users/{userId}/documents', { params: { userId }, token });
    expect(back.body[0]).not.toHaveProperty('missing');
  });

  it('runs as a command that changes nothing without --repair', async () => {
    const run = async (...args: string[]) => {
      const env = { PATH: process.env.PATH, DATABASE_URL: test.databaseUrl, DATA_DIR: test.app.config.dataDir };
      const command = promisify(execFile)(process.execPath, [builtCommand('files-repair'), ...args], { env });
      return command.then(
        ({ stdout }) => ({ code: 0, text: stdout }),
        (error: { code: number; stdout: string; stderr: string }) => ({
          code: error.code,
          text: error.stdout + error.stderr,
        }),
      );
    };
    const key = await strayBytes(twoHoursAgo());
    const seen = await run();
    expect(seen).toMatchObject({ code: 0, text: expect.stringContaining('Nothing was changed.') });
    expect(await test.app.files.has(key)).toBe(true);
    expect(await run('--repair')).toMatchObject({ code: 0, text: expect.stringContaining('Removed.') });
    expect(await test.app.files.has(key)).toBe(false);
    expect(await run('--delete')).toMatchObject({
      code: 1,
      text: expect.stringContaining("'--delete' is not known"),
    });
  });
});

describe('with a bucket', () => {
  let s3: S3Server;
  let test: TestApp;
  let files: Awaited<ReturnType<typeof withFiles>>;
  beforeAll(async () => {
    s3 = await startS3Server();
    test = await startTestApp({ ...s3.environment, FILE_ENCRYPTION: '1' });
    files = await withFiles(test);
  });
  afterAll(async () => {
    await test.close();
    await s3.stop();
  });

  it('stores encrypted files there, and nothing in clear', async () => {
    const bucket = new S3FileStore(s3.settings);
    for (const { storage_key: key } of files.rows) {
      const [stored, clear] = [await bucket.read(key), await test.app.files.read(key)];
      expect(stored.includes(clear)).toBe(false);
      expect(stored.subarray(0, 4).toString()).toBe('KBE1');
    }
    await bucket.close();
  });

  it('stores, serves and repairs files, and reports an unreachable bucket', async () => {
    const { token, userId, rows } = files;
    const params = { userId };
    const { body } = await test.call('GET /v1/users/{userId}/documents', { params, token });
    const read = () =>
      test.call('GET /v1/users/{userId}/documents/{id}', { params: { userId, id: body[0].id }, token });
    expect((await read()).bytes).toEqual(Buffer.from(await grayPicture('png', 8, 8)));

    await s3.behave('reset');
    const away = await read();
    expect(away).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(away.headers['retry-after']).toBeTruthy();
    const parts = { files: new File(['x'], 'x.txt') };
    expect((await test.call('POST /v1/users/{userId}/documents', { params, parts, token })).status).toBe(503);
    await s3.behave('full');
    expect((await test.call('POST /v1/users/{userId}/documents', { params, parts, token })).status).toBe(507);
    await s3.behave('well');
    expect((await test.call('GET /v1/users/{userId}/documents', { params, token })).body).toHaveLength(1);

    await s3.tell({ put: { key: `kinbridge/${randomUUID()}`, modified: twoHoursAgo().toISOString() } });
    await s3.tell({ put: { key: `another-program/${randomUUID()}`, modified: twoHoursAgo().toISOString() } });
    await test.app.files.remove(rows[3]?.storage_key ?? '');
    const report = await repairFiles(test.app.db, test.app.files, { repair: true });
    expect(report).toMatchObject({ rows: 4, unnamed: 1, lost: [{ fileId: rows[3]?.id }] });
    expect((await read()).status).toBe(410);
  });
});
