import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { readConfig } from '../../main/config.ts';
import { ClamdScanner } from '../../outside/virus-scanner/clamd-scanner.ts';
import { VirusScans } from '../../outside/virus-scanner/virus-scans.ts';
import { buildOperator, buildOrganization, buildSignedIn, nextNumber, serviceIds } from '../../testing/build.ts';
import { eicar, startClamd } from '../../testing/clamd-server.ts';
import { buildForm } from '../../testing/forms.ts';
import { grayPicture } from '../../testing/pictures.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { useOrganization, useTestApp } from '../../testing/use-test-app.ts';

const clamd = await startClamd(1024 * 1024);
const test = useTestApp({ CLAMD_URL: clamd.url });
const organization = useOrganization(test);
const registration = () => ({
  name: `Organization ${nextNumber()}`,
  organizationType: 'CARE_PROVIDER',
  phoneNumber: '+12695550100',
  serviceDTOList: [],
});
let staff: Awaited<ReturnType<typeof buildSignedIn>>;
let token: string;
let userId: number;
let serviceId: number;
let requestId: number;
let form: { id: number; uniqueSurveyId: string };
let png: Buffer;

afterAll(() => clamd.stop());
beforeAll(async () => {
  png = await grayPicture('png', 60, 40);
  staff = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
  token = staff.token;
  form = await buildForm(test, staff, [{ type: 'file', name: 'photo' }]);
  [serviceId = 0] = await serviceIds(test, organization.id);
  const serviceRequest = { organizationId: organization.id, serviceId, patient: { firstName: 'Ann', lastName: 'Lee' } };
  const { body } = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token });
  userId = body.patient.id;
  requestId = body.id;
});

const original = () => ({ scans: test.app.config.scans, virusScans: test.app.virusScans });
let before: ReturnType<typeof original>;
beforeAll(() => {
  before = original();
});
afterEach(() => {
  clamd.state.hangsUp = false;
  clamd.release();
  Object.assign(test.app.config, { scans: before.scans });
  Object.assign(test.app, { virusScans: before.virusScans });
});

const acceptUnscanned = () =>
  before.scans && Object.assign(test.app.config, { scans: { ...before.scans, away: 'accept' } });
/** Scans that give up sooner, so that tests needn't wait half a minute, or hold fewer bytes. */
const patience = (ms: number, bytes?: number) =>
  before.scans &&
  Object.assign(test.app, { virusScans: new VirusScans(new ClamdScanner(before.scans.clamd), ms, bytes) });

const uploadDocument = (content: string | Buffer, name = 'a.txt', by = token) =>
  test.call('POST /v1/users/{userId}/documents', {
    params: { userId },
    parts: { files: new File([content], name) },
    token: by,
  });
const readDocument = (id: number) =>
  test.call('GET /v1/users/{userId}/documents/{id}', { params: { userId, id }, token });
const documents = async () => (await test.call('GET /v1/users/{userId}/documents', { params: { userId }, token })).body;
const found = async (organizationId: number | null) =>
  sql<{
    entityType: string;
    entityId: number | null;
    detail: Record<string, unknown>;
  }>`select entity_type as "entityType",
      entity_id as "entityId", detail from audit_log
    where action = 'file.infected' and organization_id is not distinct from ${organizationId} order by id`.many(
    test.owner,
  );
const fileCount = async () => (await sql<{ n: number }>`select count(*)::integer as n from files`.one(test.app.db)).n;

async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  await clamd.stop();
  try {
    return await work();
  } finally {
    await clamd.start();
  }
}

describe('an upload with a virus', () => {
  const infected = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(eicar)]);
  const file = () => new File([infected], 'a.png');

  it.each<[string, () => ReturnType<TestApp['call']>]>([
    ['a document', () => uploadDocument(eicar)],
    [
      "a request's attachment",
      () => {
        const patient = { firstName: 'Bo', lastName: 'Lee' };
        const serviceRequest = { organizationId: organization.id, serviceId, patient };
        return test.call('POST /v1/service-requests', { parts: { serviceRequest, file: file() }, token });
      },
    ],
    [
      "a comment's attachment",
      () => {
        const note = { serviceRequestId: requestId, content: 'See this.' };
        return test.call('POST /v1/notes', { parts: { note, file: file() }, token });
      },
    ],
    [
      'a form file',
      () =>
        test.call('POST /v1/surveys/{uniqueSurveyId}/files', {
          params: { uniqueSurveyId: form.uniqueSurveyId },
          parts: { file: file() },
        }),
    ],
    [
      'a logo',
      () =>
        test.call('PUT /v1/organizations/{id}', {
          params: { id: organization.id },
          parts: { organization: { ...registration(), name: organization.name }, file: file() },
          token,
        }),
    ],
    [
      'a list of members',
      () =>
        test.call('POST /v1/organizations/{id}/services/upload-patients', {
          params: { id: organization.id },
          query: { serviceIds: String(serviceId) },
          parts: { file: file() },
          token,
        }),
    ],
    [
      'a list of members for later',
      () =>
        test.call('POST /v1/organizations/{id}/services/upload-patients', {
          params: { id: organization.id },
          query: { serviceIds: String(serviceId) },
          parts: { file: file() },
          headers: { prefer: 'respond-async' },
          token,
        }),
    ],
    [
      'a list of responses',
      () =>
        test.call('POST /v1/survey-answers/{surveyId}/upload-responses', {
          params: { surveyId: form.id },
          parts: { file: file() },
          token,
        }),
    ],
  ])('is refused as %s, and its organization has a log entry', async (_what, call) => {
    const [files, entries] = [await fileCount(), (await found(organization.id)).length];
    const answer = await call();
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'file_infected', fields: { file: expect.any(String) } },
    });
    expect(await fileCount()).toBe(files);
    const log = await found(organization.id);
    expect(log).toHaveLength(entries + 1);
    expect(log.at(-1)).toEqual({ entityType: 'file', entityId: null, detail: { virus: 'Eicar-Test-Signature' } });
  });

  it("is refused as a new organization's logo, and the operators' log has an entry", async () => {
    const answer = await test.call('POST /v1/organizations', { parts: { organization: registration(), file: file() } });
    expect(answer).toMatchObject({ status: 422, body: { code: 'file_infected' } });
    const { token } = await buildOperator(test);
    const log = await test.call('GET /v1/operator/log', { query: { action: 'file.infected' }, token });
    expect(log.body.content).toMatchObject([{ actor: null, detail: { virus: 'Eicar-Test-Signature' } }]);
  });

  it("of strangers can't fill the log", async () => {
    const visitors = { params: { uniqueSurveyId: form.uniqueSurveyId }, parts: { file: file() } };
    const send = () => test.call('POST /v1/surveys/{uniqueSurveyId}/files', visitors);
    await sql`insert into attempts (subject, times)
      select sha256(${`infected uploads ${organization.id}`}::bytea), array_agg(now()) from generate_series(1, 100)
      on conflict (subject) do update set times = excluded.times`.run(test.app.db);
    const entries = (await found(organization.id)).length;
    expect((await send()).status).toBe(422);
    expect(await found(organization.id)).toHaveLength(entries);
    expect((await uploadDocument(eicar)).status).toBe(422);
    expect(await found(organization.id)).toHaveLength(entries + 1);
  });

  it('refuses all files of its call', async () => {
    const files = await fileCount();
    const parts = { files: [new File(['fine'], 'a.txt'), new File([eicar], 'b.txt')] };
    const answer = await test.call('POST /v1/users/{userId}/documents', { params: { userId }, parts, token });
    expect(answer.status).toBe(422);
    expect(await fileCount()).toBe(files);
  });
});

describe('a clean upload', () => {
  it('is scanned as received, and says so', async () => {
    const text = 'x'.repeat(200_000);
    expect((await uploadDocument(text)).body[0]).toMatchObject({ scan: 'CLEAN' });
    expect(clamd.state.scanned.at(-1)?.toString()).toBe(text);
  });

  it('is scanned before a logo is encoded', async () => {
    const parts = { organization: registration(), file: new File([png], 'logo.png') };
    expect((await test.call('POST /v1/organizations', { parts })).status).toBe(201);
    expect(clamd.state.scanned.at(-1)?.equals(png)).toBe(true);
  });

  it('has no state without a scanner', async () => {
    Object.assign(test.app, { virusScans: null });
    expect((await uploadDocument(eicar)).body[0]).toMatchObject({ scan: null });
  });

  it('is refused if the scanner refuses its size', async () => {
    acceptUnscanned();
    const answer = await uploadDocument(Buffer.alloc(2 * 1024 * 1024));
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' } });
  });

  it('is refused if the scanner hangs up on it, unscanned ones accepted or not', async () => {
    acceptUnscanned();
    clamd.state.hangsUp = true;
    expect((await uploadDocument(Buffer.alloc(900_000))).status).toBe(413);
  });
});

describe('while the scanner is away', () => {
  it('uploads are refused by default', async () => {
    const files = await fileCount();
    const answer = await whileAway(() => uploadDocument('text'));
    expect(answer).toMatchObject({ status: 503, body: { code: 'scanner_away' } });
    expect(await fileCount()).toBe(files);
  });

  it('one that never answers is away', async () => {
    patience(200);
    clamd.state.hangs = true;
    expect(await uploadDocument('text')).toMatchObject({ status: 503, body: { code: 'scanner_away' } });
  });

  it('one upload that waits for another finds it away, too', async () => {
    patience(200);
    clamd.state.hangs = true;
    const answers = await Promise.all([uploadDocument('text'), uploadDocument('text')]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  });

  it('too many uploads that wait for a slow one are refused', async () => {
    clamd.state.hangs = true;
    const statuses: number[] = [];
    const uploads = Array.from({ length: 12 }, async () => statuses.push((await uploadDocument('text')).status));
    await expect.poll(() => statuses).toEqual([429, 429, 429]);
    clamd.release();
    await Promise.all(uploads);
    expect(statuses.slice(3)).toEqual(Array(9).fill(201));
  });

  it('strangers at a slow one leave turns for staff', async () => {
    clamd.state.hangs = true;
    const upload = () => ({ parts: { organization: registration(), file: new File([png], 'logo.png') } });
    const strangers = Array.from({ length: 5 }, () => test.call('POST /v1/organizations', upload()));
    await expect.poll(() => test.app.virusScans?.held).toBe(5 * png.length);
    await expect.poll(() => clamd.state.held).toBe(1);
    clamd.state.hangs = false;
    expect((await uploadDocument('text')).status).toBe(201);
    expect(clamd.state.held).toBe(1);
    clamd.release();
    for (const { status } of await Promise.all(strangers)) expect(status).toBe(201);
  });

  it("one organization's large files at a slow one leave room for others", async () => {
    patience(30_000, 400_000);
    const elsewhere = await buildSignedIn(test, (await buildOrganization(test)).id);
    const member = await test.call('POST /v1/organizations/{id}/members', {
      params: { id: elsewhere.organizationId },
      body: { firstName: 'Cy', lastName: 'Lee' },
      token: elsewhere.token,
    });
    clamd.state.hangs = true;
    const large = 'x'.repeat(90_000);
    const statuses: number[] = [];
    const uploads = Array.from({ length: 6 }, async () => statuses.push((await uploadDocument(large)).status));
    await expect.poll(() => statuses).toContain(429);
    const other = test.call('POST /v1/users/{userId}/documents', {
      params: { userId: member.body.member.id },
      parts: { files: new File([large], 'a.txt') },
      token: elsewhere.token,
    });
    const refused = other.then(({ status }) => status);
    const scanning = expect.poll(() => clamd.state.held).toBe(2);
    await Promise.race([refused, scanning]);
    clamd.release();
    expect((await other).status).toBe(201);
    await Promise.all(uploads);
  });

  it('uploads are accepted unscanned if the operator says so', async () => {
    acceptUnscanned();
    const answer = await whileAway(() => uploadDocument('text'));
    expect(answer.body[0]).toMatchObject({ scan: 'UNSCANNED' });
    expect((await readDocument(answer.body[0].id)).status).toBe(200);
  });
});

describe('a file that was stored unscanned', () => {
  async function storeUnscanned(content: string) {
    acceptUnscanned();
    const answer = await whileAway(() => uploadDocument(content));
    return answer.body[0].id as number;
  }
  const scanStored = async () => {
    await sql`select graphile_worker.add_job('scan-files')`.run(test.app.db);
    await test.runJobs();
  };
  const shown = async (id: number) => (await documents()).find((file: { id: number }) => file.id === id);
  const keyOf = async (id: number) =>
    (
      await sql<{ key: string }>`select f.storage_key as key from member_documents d join files f on f.id = d.file_id
        where d.id = ${id}`.one(test.app.db)
    ).key;

  it('becomes clean once the scanner is back', async () => {
    const id = await storeUnscanned('text');
    await scanStored();
    expect(await shown(id)).toMatchObject({ scan: 'CLEAN' });
  });

  it('waits on while the scanner is away', async () => {
    const id = await storeUnscanned('text');
    await whileAway(scanStored);
    expect(await shown(id)).toMatchObject({ scan: 'UNSCANNED' });
    await scanStored();
    expect(await shown(id)).toMatchObject({ scan: 'CLEAN' });
  });

  it('may take longer to scan than people wait for an upload', async () => {
    const id = await storeUnscanned('text');
    patience(300);
    clamd.state.hangs = true;
    const scanned = scanStored();
    await expect.poll(() => clamd.state.held).toBe(1);
    expect(await uploadDocument('more')).toMatchObject({ status: 201, body: [{ scan: 'UNSCANNED' }] });
    clamd.release();
    await scanned;
    expect(await shown(id)).toMatchObject({ scan: 'CLEAN' });
  });

  it('is removed if it has a virus: 410, no bytes, and a log entry', async () => {
    const id = await storeUnscanned(eicar);
    const key = await keyOf(id);
    const entries = (await found(organization.id)).length;
    await scanStored();
    expect((await readDocument(id)).status).toBe(410);
    expect(await test.app.files.has(key)).toBe(false);
    expect(await shown(id)).toMatchObject({ scan: null, infected: true });
    const log = await found(organization.id);
    expect(log).toHaveLength(entries + 1);
    const detail = { virus: 'Eicar-Test-Signature', fileId: expect.any(Number) };
    expect(log.at(-1)).toEqual({ entityType: 'user', entityId: userId, detail });
  });

  it('can be deleted afterwards', async () => {
    const id = await storeUnscanned(eicar);
    await scanStored();
    const answer = await test.call('DELETE /v1/users/{userId}/documents/{id}', { params: { userId, id }, token });
    expect(answer.status).toBe(204);
    expect(await shown(id)).toBeUndefined();
  });

  it('lets others go first if its scan failed', async () => {
    const id = await storeUnscanned('text');
    const next = await storeUnscanned('next');
    await test.app.files.remove(await keyOf(id));
    await scanStored();
    expect(await shown(next)).toMatchObject({ scan: 'CLEAN' });
  });

  it('is answered 410 as a logo too', async () => {
    const parts = { organization: registration(), file: new File([png], 'logo.png') };
    const { id } = (await test.call('POST /v1/organizations', { parts })).body;
    await sql`update files set scan = 'INFECTED' where id = (select logo_file_id from organizations where id = ${id})`.run(
      test.app.db,
    );
    expect((await test.call('GET /v1/organizations/{id}/image', { params: { id } })).status).toBe(410);
  });

  it('has its record named in the log, whatever refers to it', async () => {
    const rows = await sql<{
      name: string;
    }>`select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'files'::regclass order by 1`.many(test.owner);
    // Pieces of the archive are our own, so they are never unscanned.
    expect(rows.map(({ name }) => name).filter((name) => !name.startsWith('archived_pieces'))).toEqual([
      'member_documents.file_id',
      'member_uploads.file_id',
      'notes.file_id',
      'organizations.logo_file_id',
      'proposed_profiles.logo_file_id',
      'service_requests.file_id',
      'survey_files.file_id',
    ]);
  });
});

describe('CLAMD_URL', () => {
  it.each([
    ['tcp://127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
    ['tcp://clamd', { host: 'clamd', port: 3310 }],
    ['tcp://[::1]:3311', { host: '::1', port: 3311 }],
    ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
    ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ])('%s says where clamd listens', (CLAMD_URL, clamd) => {
    expect(readConfig({ CLAMD_URL }).scans).toEqual({ clamd, away: 'refuse' });
  });

  it.each(['http://clamd:3310', 'clamd:3310', 'unix:run/clamd.ctl', 'tcp://', 'tcp://clamd:99999', 'tcp://a@b'])(
    '%s stops the start',
    (CLAMD_URL) => {
      expect(() => readConfig({ CLAMD_URL })).toThrow('CLAMD_URL: must be tcp://');
    },
  );
});
