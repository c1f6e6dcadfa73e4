import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { createFileStore } from '../../main/create-app.ts';
import { LocalKeyService } from '../../outside/keys/local-key-service.ts';
import { TransitKeyService } from '../../outside/keys/transit-key-service.ts';
import { buildSignedIn, serviceIds } from '../../testing/build.ts';
import { listen } from '../../testing/listen.ts';
import { testKeys } from '../../testing/test-app.ts';
import { useOrganization, useTestApp } from '../../testing/use-test-app.ts';
import { rotateKeys } from '../../upkeep/encryption/rotate-keys.ts';
import { encryptClearFiles } from './encrypt-files.commands.ts';
import { EncryptedFileStore } from './encrypted-file-store.ts';
import { currentKeyId, renewFileKeys } from './file-keys.commands.ts';

const test = useTestApp({ FILE_ENCRYPTION: '1' });
const organization = useOrganization(test);
const text = 'rent receipt of May '.repeat(10_000);
let token: string;
let userId: number;

beforeAll(async () => {
  token = (await buildSignedIn(test, organization.id, { userType: 'ADMIN' })).token;
  const [serviceId = 0] = await serviceIds(test, organization.id);
  const serviceRequest = { organizationId: organization.id, serviceId, patient: { firstName: 'Ann', lastName: 'Lee' } };
  userId = (await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token })).body.patient.id;
});

const raw = () => createFileStore(test.app.config);

async function upload() {
  const parts = { files: new File([text], 'receipt.txt') };
  const answer = await test.call('POST /v1/users/{userId}/documents', { params: { userId }, parts, token });
  const { storageKey } = await sql<{ storageKey: string }>`select storage_key as "storageKey" from files
    order by id desc limit 1`.one(test.app.db);
  return { id: answer.body[0]?.id ?? answer.body.id, storageKey };
}

const download = (id: number) => test.call('GET /v1/users/{userId}/documents/{id}', { params: { userId, id }, token });

/** A document as a portal without encryption stored it. */
async function uploadInClear() {
  const { id, storageKey } = await upload();
  await test.app.files.remove(storageKey);
  await raw().write(storageKey, Buffer.from(text));
  return { id, storageKey };
}

const keyOf = async (storageKey: string) =>
  sql<{ key_id: string; wrapped: Buffer }>`select key_id, wrapped from file_keys
    where storage_key = ${storageKey}`.maybeOne(test.app.db);

describe('an encrypted file', () => {
  it('is downloaded as it was uploaded, and unreadable in the store', async () => {
    const { id, storageKey } = await upload();
    expect((await download(id)).bytes.toString()).toBe(text);
    const stored = await raw().read(storageKey);
    expect(stored.includes('rent receipt')).toBe(false);
    expect(stored.length).toBeGreaterThan(text.length);
  });

  it('loses its key when it is deleted', async () => {
    const { id, storageKey } = await upload();
    await test.call('DELETE /v1/users/{userId}/documents/{id}', { params: { userId, id }, token });
    await test.runJobs();
    expect(await keyOf(storageKey)).toBeUndefined();
  });

  it('answers 503 with a sentence without its key, while others stay readable', async () => {
    const { id } = await upload();
    const clear = await uploadInClear();
    Object.assign(test.app.config, { encryptionKey: 'another key with more than 32 characters' });
    const answer = await download(id);
    const other = await download(clear.id);
    Object.assign(test.app.config, { encryptionKey: testKeys.encryptionKey });
    expect(answer).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('because the key it was encrypted with is missing') },
    });
    expect(other.bytes.toString()).toBe(text);
    expect((await download(id)).status).toBe(200);
  });

  it('answers 410 if its bytes were replaced', async () => {
    const { id, storageKey } = await upload();
    await raw().write(storageKey, Buffer.from('something else'));
    expect((await download(id)).status).toBe(410);
  });

  it('keeps its bytes when the encryption key changes', async () => {
    const { id, storageKey } = await upload();
    const before = { bytes: await raw().read(storageKey), key: await keyOf(storageKey) };
    const encryptionKey = `${'n'.repeat(32)},${'o'.repeat(32)}`;
    const old = await new LocalKeyService(testKeys.encryptionKey, testKeys.encryptionKey).unwrap(
      `key of file ${storageKey}`,
      { keyId: '', wrapped: before.key?.wrapped ?? Buffer.alloc(0) },
    );
    const { wrapped } = await new LocalKeyService(encryptionKey, 'o'.repeat(32)).wrap(`key of file ${storageKey}`, old);
    await sql`update file_keys set wrapped = ${wrapped}, key_id = 'old' where storage_key = ${storageKey}`.run(
      test.app.db,
    );
    const keyring = { readEncryptionKey: async () => encryptionKey, keyService: null };
    const said: string[] = [];
    await sql`insert into settings (name, value) values ('fingerprint of ENCRYPTION_KEY', '"x"')`.run(test.app.db);
    await rotateKeys({ db: test.app.db, encryptionKey, keyring, clearFiles: null, say: (line) => said.push(line) });
    await sql`delete from settings where name = 'fingerprint of ENCRYPTION_KEY'`.run(test.app.db);
    expect(said.join('\n')).toContain('1 key of a file encrypted again.');
    expect((await raw().read(storageKey)).equals(before.bytes)).toBe(true);
    Object.assign(test.app.config, { encryptionKey: 'n'.repeat(32) });
    expect((await download(id)).bytes.toString()).toBe(text);
    Object.assign(test.app.config, { encryptionKey: testKeys.encryptionKey });
  });
});

describe('a file from before encryption', () => {
  it('is encrypted on request, under a new name, and only once', async () => {
    const { id, storageKey } = await uploadInClear();
    await uploadInClear();
    expect((await download(id)).bytes.toString()).toBe(text);
    const { encrypted, damaged } = await encryptClearFiles(test.app.db, test.app.files, () => undefined);
    expect({ encrypted: encrypted > 1, damaged }).toEqual({ encrypted: true, damaged: [] });
    expect((await download(id)).bytes.toString()).toBe(text);
    const { rows } = await sql<{ rows: number }>`select count(*)::integer as rows from files
      where storage_key = ${storageKey}`.one(test.app.db);
    expect(rows).toBe(0);
    expect(await encryptClearFiles(test.app.db, test.app.files, () => undefined)).toEqual({
      encrypted: 0,
      damaged: [],
    });
  });

  it('stays as it is if its contents changed', async () => {
    const { id, storageKey } = await uploadInClear();
    await raw().write(storageKey, Buffer.from('changed'));
    const { damaged } = await encryptClearFiles(test.app.db, test.app.files, () => undefined);
    expect(damaged).toHaveLength(1);
    expect((await download(id)).bytes.toString()).toBe('changed');
  });
});

describe('a key service', () => {
  const keys = [randomBytes(32)];
  const state = { status: 200 };
  let server: Server;
  let keyService: TransitKeyService;

  /** Answers like the transit engine of Vault: plaintext and `vault:v1:…`, for the tokens it knows. */
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const body = (await json(request)) as { plaintext?: string; ciphertext?: string };
      const known = request.headers['x-vault-token'] === 'a token' ? state.status : 403;
      const data = body.plaintext
        ? { ciphertext: `vault:v${keys.length}:${seal(keys.length, Buffer.from(body.plaintext, 'base64'))}` }
        : { plaintext: open(body.ciphertext ?? '') };
      response.writeHead(known, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    });
    const port = await listen(server);
    const tokenFile = join(test.app.config.dataDir, 'token');
    await writeFile(tokenFile, 'a token\n');
    const url = `http://127.0.0.1:${port}/v1/transit`;
    keyService = new TransitKeyService({ url, keyName: 'kinbridge', tokenFile });
  });
  afterAll(() => server.close());

  function seal(version: number, plain: Buffer): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', keys[version - 1] ?? '', iv);
    const bytes = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64');
  }

  function open(ciphertext: string): string {
    const [, version = '', sealed = ''] = ciphertext.split(':');
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', keys[Number(version.slice(1)) - 1] ?? '', bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('base64');
  }

  const keyring = () => ({ keyService, readEncryptionKey: async () => testKeys.encryptionKey });
  const store = () => new EncryptedFileStore(raw(), { ...keyring(), db: test.app.db, encryptNew: true });

  it('wraps the keys of files, and reads those that ENCRYPTION_KEY wrapped', async () => {
    await store().write('by-the-service', Buffer.from('one'));
    await test.app.files.write('by-the-portal', Buffer.from('two'));
    expect((await keyOf('by-the-service'))?.key_id).toBe('transit:kinbridge:v1');
    expect((await store().read('by-the-service')).toString()).toBe('one');
    expect((await store().read('by-the-portal')).toString()).toBe('two');
    await expect(test.app.files.read('by-the-service')).rejects.toThrow('KEY_SERVICE_URL is not set');
  });

  it('rewraps with its newest version', async () => {
    keys.push(randomBytes(32));
    const keyId = await currentKeyId(test.app.db, keyring());
    await renewFileKeys(test.app.db, keyring(), keyId, () => undefined);
    expect((await keyOf('by-the-portal'))?.key_id).toBe('transit:kinbridge:v2');
    expect((await store().read('by-the-service')).toString()).toBe('one');
    expect(await renewFileKeys(test.app.db, keyring(), keyId, () => undefined)).toMatchObject({ renewed: 0 });
  });

  it.each([
    [503, 'The key service answered 503.'],
    [403, 'The key service answered 403.'],
    [400, 'The key service answered 400.'],
  ])('that answers %i keeps a file from being read, with a reason', async (status, message) => {
    state.status = status;
    await expect(store().read('by-the-service')).rejects.toThrow(message);
    await expect(store().write('never-stored', Buffer.from('x'))).rejects.toThrow(message);
    state.status = 200;
    expect((await store().read('by-the-service')).toString()).toBe('one');
    expect(await raw().has('never-stored')).toBe(false);
  });
});

it('never encrypts the marker that proves the store', async () => {
  await test.app.files.write('kinbridge-store.txt', Buffer.from('id'));
  const path = join(test.app.config.dataDir, 'files', 'ki', 'kinbridge-store.txt');
  expect(await readFile(path, 'utf8')).toBe('id');
});
