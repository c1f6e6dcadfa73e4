import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, nextNumber, serviceIds } from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

type Person = Awaited<ReturnType<typeof buildSignedIn>>;

let test: TestApp;
let clinic: { nurse: Person; admin: Person; serviceId: number };
let pantry: { nurse: Person; serviceId: number };
let stranger: Person;

beforeAll(async () => {
  test = await startTestApp();
  const staffed = async () => {
    const { id } = await buildOrganization(test);
    const [serviceId = 0] = await serviceIds(test, id);
    return {
      nurse: await buildSignedIn(test, id),
      admin: await buildSignedIn(test, id, { userType: 'ADMIN' }),
      serviceId,
    };
  };
  clinic = await staffed();
  pantry = await staffed();
  stranger = (await staffed()).nurse;
});
afterAll(() => test.close());

/** A member the clinic referred to the pantry, so both see them. */
async function sharedMember(): Promise<number> {
  const patient = { firstName: 'Marisol', lastName: `Vega${nextNumber()}` };
  const serviceRequest = { organizationId: clinic.nurse.organizationId, serviceId: pantry.serviceId, patient };
  const parts = { serviceRequest };
  return (await test.call('POST /v1/service-requests', { parts, token: clinic.nurse.token })).body.patient.id;
}

const upload = (userId: number, files: File | File[], more: object = {}) =>
  test.call('POST /v1/users/{userId}/documents', {
    params: { userId },
    parts: { files },
    token: clinic.nurse.token,
    ...more,
  });
const list = (userId: number, token = clinic.nurse.token) =>
  test.call('GET /v1/users/{userId}/documents', { params: { userId }, token });
const get = (userId: number, id: number, token = clinic.nurse.token) =>
  test.call('GET /v1/users/{userId}/documents/{id}', { params: { userId, id }, token });
const remove = (userId: number, id: number, token: string) =>
  test.call('DELETE /v1/users/{userId}/documents/{id}', { params: { userId, id }, token });

async function keptFiles(): Promise<string[]> {
  const folder = join(test.app.config.dataDir, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function countRows(): Promise<number> {
  const { count } = await sql<{ count: number }>`select count(*) from files`.one(test.app.db);
  return count;
}

/** The stored files and rows, to verify that a refusal changed nothing. */
const kept = async () => ({ files: (await keptFiles()).sort(), rows: await countRows() });

describe('adding documents', () => {
  it('stores several files of any type in one call and lists the newest first', async () => {
    const id = await sharedMember();
    const files = [
      new File(['%PDF-1.7 lease'], 'lease-2025.pdf'),
      new File(['<script>alert(1)</script>'], 'Añez – página 🏠.html'),
    ];
    const created = await upload(id, files);
    expect(created.status).toBe(201);
    const { body } = await list(id);
    expect(body.map((document: { fileName: string }) => document.fileName)).toEqual([
      'Añez – página 🏠.html',
      'lease-2025.pdf',
    ]);
    expect(body).toEqual(created.body.toReversed());
    expect(body[1]).toEqual({
      id: expect.any(Number),
      fileName: 'lease-2025.pdf',
      size: 14,
      scan: null,
      createTimestamp: expect.any(String),
      createdBy: { id: clinic.nurse.id, firstName: 'Test', lastName: 'Person' },
    });
  });

  it('accepts the part name and headers of the old client', async () => {
    const id = await sharedMember();
    const own = { 'created-by-id': String(clinic.nurse.id), 'organization-id': String(clinic.nurse.organizationId) };
    const answer = await test.call('POST /v1/users/{userId}/documents', {
      params: { userId: id },
      parts: { file: new File(['x'], 'x.txt') },
      headers: own,
      token: clinic.nurse.token,
    });
    expect(answer.status).toBe(201);
  });

  it.each(['created-by-id', 'organization-id'])('refuses and records a foreign %s', async (name) => {
    const id = await sharedMember();
    const before = await kept();
    const foreign = name === 'created-by-id' ? pantry.nurse.id : pantry.nurse.organizationId;
    const answer = await upload(id, new File(['x'], 'x.txt'), { headers: { [name]: String(foreign) } });
    expect(answer.status).toBe(403);
    expect(await kept()).toEqual(before);
    const row = await sql<{ action: string }>`select action from audit_log where actor_id = ${clinic.nurse.id}
      order by id desc limit 1`.maybeOne(test.app.db);
    expect(row?.action).toMatch(/^session\.claimed-other-(user|organization)$/);
  });

  it("adds files once per Idempotency-Key, which other files can't reuse", async () => {
    const id = await sharedMember();
    const headers = { 'idempotency-key': `files-${id}` };
    const first = await upload(id, new File(['one'], 'one.txt'), { headers });
    const before = await kept();
    const again = await upload(id, new File(['one'], 'one.txt'), { headers });
    expect(again.body).toEqual(first.body);
    expect((await upload(id, new File(['two'], 'two.txt'), { headers })).status).toBe(409);
    expect(await kept()).toEqual(before);
    expect((await list(id)).body).toHaveLength(1);
  });

  it.each([
    ['no file', { note: 'x' }, 400],
    ['an empty file', { files: new File([], 'empty.txt') }, 400],
    ['a part with another name', { picture: new File(['x'], 'x.png') }, 400],
    ['too many files', { files: Array.from({ length: 21 }, () => new File(['x'], 'x.txt')) }, 413],
    [
      'one file that is too large',
      { files: [new File(['x'], 'a.txt'), new File([Buffer.alloc(26_214_401)], 'b')] },
      413,
    ],
  ])('refuses %s with a message and stores nothing', async (_what, parts, status) => {
    const id = await sharedMember();
    const before = await kept();
    const answer = await test.call('POST /v1/users/{userId}/documents', {
      params: { userId: id },
      parts,
      token: clinic.nurse.token,
    });
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(/^[A-Z].*\.$/);
    expect(await kept()).toEqual(before);
  });

  it('accepts a file of exactly 25 MB', async () => {
    const id = await sharedMember();
    const answer = await upload(id, new File([Buffer.alloc(25 * 1024 * 1024)], 'scan.tiff'));
    expect(answer.body[0].size).toBe(26_214_400);
  });

  it('answers JSON with 415', async () => {
    const params = { userId: await sharedMember() };
    const answer = await test.call('POST /v1/users/{userId}/documents', {
      params,
      body: {},
      token: clinic.nurse.token,
    });
    expect(answer.status).toBe(415);
  });

  it('stores nothing when the connection breaks during the upload', async () => {
    const id = await sharedMember();
    const before = await kept();
    const address = new URL(await test.server.listen({ host: '127.0.0.1', port: 0 }));
    const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n`;
    const socket = connect(Number(address.port), address.hostname);
    await once(socket, 'connect');
    socket.write(
      `POST /v1/users/${id}/documents HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${clinic.nurse.token}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n${part('whole.txt')}whole\r\n` +
        `${part('half.bin')}${'y'.repeat(300_000)}`,
    );
    // By then the first file is stored; the second never ends.
    await until(async () => (await keptFiles()).length > before.files.length);
    socket.destroy();
    await until(async () => (await keptFiles()).length === before.files.length);
    expect(await kept()).toEqual(before);
    expect((await list(id)).body).toEqual([]);
  });

  it("stores nothing when a later file doesn't fit on the disk", async () => {
    const id = await sharedMember();
    const before = await kept();
    const write = test.app.files.write.bind(test.app.files);
    let count = 0;
    test.app.files.write = async (key, bytes) => {
      if (++count === 2) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      return write(key, bytes);
    };
    const answer = await upload(id, [new File(['1'], '1'), new File(['2'], '2')]);
    test.app.files.write = write;
    expect(answer.status).toBe(507);
    expect(await kept()).toEqual(before);
  });
});

describe('reading documents', () => {
  it('sends an attachment with a detected type and nosniff', async () => {
    const id = await sharedMember();
    const { body } = await upload(id, [
      new File(['<html><script>alert(1)</script>'], 'page.pdf', { type: 'text/html' }),
      new File(['%PDF-1.4'], 'Übersicht (März).txt'),
    ]);
    const page = await get(id, body[0].id);
    expect(page.bytes.toString()).toBe('<html><script>alert(1)</script>');
    expect(page.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="page.pdf"; filename*=UTF-8''page.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    const pdf = await get(id, body[1].id);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.headers['content-disposition']).toContain(`filename*=UTF-8''%C3%9Cbersicht%20%28M%C3%A4rz%29.txt`);
  });

  it('shows an organization only the documents it added', async () => {
    const id = await sharedMember();
    const [ours] = (await upload(id, new File(['a'], 'clinic.txt'))).body;
    const [theirs] = (await upload(id, new File(['b'], 'pantry.txt'), { token: pantry.nurse.token })).body;
    expect((await list(id)).body).toEqual([ours]);
    expect((await list(id, pantry.nurse.token)).body).toEqual([theirs]);
    expect((await get(id, theirs.id)).status).toBe(404);
    expect((await remove(id, theirs.id, clinic.admin.token)).status).toBe(404);
    for (const token of [stranger.token]) {
      expect((await list(id, token)).status).toBe(404);
      expect((await get(id, ours.id, token)).status).toBe(404);
      expect((await remove(id, ours.id, token)).status).toBe(404);
      expect((await upload(id, new File(['x'], 'x'), { token })).status).toBe(404);
    }
    // The document isn't found under another member either.
    expect((await get(await sharedMember(), ours.id)).status).toBe(404);
  });

  it('lets a signed-in member read their own, but not add or delete', async () => {
    const member = await buildSignedIn(test, clinic.nurse.organizationId, { userType: 'PATIENT' });
    await sql`insert into organization_members values (${clinic.nurse.organizationId}, ${member.id}, '')`.run(
      test.app.db,
    );
    const [document] = (await upload(member.id, new File(['mine'], 'mine.txt'))).body;
    expect((await list(member.id, member.token)).body).toEqual([document]);
    expect((await get(member.id, document.id, member.token)).bytes.toString()).toBe('mine');
    expect((await upload(member.id, new File(['x'], 'x'), { token: member.token })).status).toBe(403);
    expect((await remove(member.id, document.id, member.token)).status).toBe(403);
    expect((await list(await sharedMember(), member.token)).status).toBe(403);
  });

  it('answers an empty list about oneself to an employee, as requests and forms do', async () => {
    const { id, token } = clinic.nurse;
    expect(await list(id)).toMatchObject({ status: 200, body: [] });
    for (const records of ['service-requests', 'surveys'] as const) {
      const answer = await test.call(`GET /v1/users/{id}/${records}`, { params: { id }, token });
      expect(answer).toMatchObject({ status: 200, body: [] });
    }
  });

  it('reports and marks a file with missing contents without a 5xx', async () => {
    const id = await sharedMember();
    const [document] = (await upload(id, new File(['lost'], 'lost.txt'))).body;
    const { storage_key } = await sql<{ storage_key: string }>`select f.storage_key from files f
      join member_documents d on d.file_id = f.id where d.id = ${document.id}`.one(test.app.db);
    await test.app.files.remove(storage_key);
    const answer = await get(id, document.id);
    expect(answer).toMatchObject({ status: 410, body: { code: 'gone' } });
    expect((await list(id)).body).toEqual([{ ...document, missing: true }]);
  });

  it('records every add, list, download and delete', async () => {
    const id = await sharedMember();
    const [document] = (await upload(id, new File(['x'], 'secret name.txt'))).body;
    await list(id);
    await get(id, document.id);
    await remove(id, document.id, clinic.nurse.token);
    const rows = await sql<{ action: string; detail: object }>`select action, detail from audit_log
      where entity_type = 'user' and entity_id = ${id} and action like 'document.%' order by id`.many(test.app.db);
    expect(rows).toEqual([
      { action: 'document.create', detail: { documentIds: [document.id] } },
      { action: 'document.list', detail: {} },
      { action: 'document.read', detail: { documentId: document.id } },
      { action: 'document.delete', detail: { documentId: document.id } },
    ]);
  });
});

describe('deleting a document', () => {
  it('is allowed for its author and admins, and removes row and bytes', async () => {
    const id = await sharedMember();
    const colleague = await buildSignedIn(test, clinic.nurse.organizationId);
    await test.runJobs();
    const before = await kept();
    const { body } = await upload(id, [new File(['a'], 'a'), new File(['b'], 'b')]);
    expect((await remove(id, body[0].id, colleague.token)).status).toBe(403);
    expect((await remove(id, body[0].id, clinic.nurse.token)).status).toBe(204);
    expect((await remove(id, body[1].id, clinic.admin.token)).status).toBe(204);
    expect((await remove(id, body[1].id, clinic.admin.token)).status).toBe(404);
    await test.runJobs();
    expect(await kept()).toEqual(before);
  });
});
