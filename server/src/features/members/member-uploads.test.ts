import { inflateRawSync } from 'node:zlib';
import { readZipParts } from '@kinbridge/forms/spreadsheets/zip-parts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { openSpreadsheet } from '../../outside/spreadsheets/open-spreadsheet.ts';
import { AnswerLimit, noLimit } from '../../records/uploads/answer-limit.ts';
import { listTurns } from '../../records/uploads/uploads.ts';
import { buildOrganization, buildSignedIn, nextNumber, serviceIds } from '../../testing/build.ts';
import { buildXlsx } from '../../testing/spreadsheets.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { runRetention } from '../../upkeep/retention/retention.ts';
import { lockMembersOf, uploadsKey } from './member-locks.commands.ts';
import { uploadNow, workOnMemberList } from './member-uploads.ts';
import { matchOrCreateMember } from './members.commands.ts';

let test: TestApp;
let nurse: Awaited<ReturnType<typeof buildSignedIn>>;
let food: number;
let bus: number;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** Each test uses its own organization with two services. */
async function newClinic() {
  const clinic = await buildOrganization(test);
  nurse = await buildSignedIn(test, clinic.id);
  await sql`insert into services (organization_id, name, type) values (${clinic.id}, 'Bus pass', 'TRANSPORTATION')`.run(
    test.app.db,
  );
  [food = 0, bus = 0] = await serviceIds(test, clinic.id);
}

const header = ['First Name', 'Last Name', 'Date of Birth', 'Phone Number', 'Participant ID', 'Email', 'Zip Code'];
type Row = Parameters<typeof buildXlsx>[0][number];
const list = (...rows: Row[]) => buildXlsx([header, ...rows]);

interface Options {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  token?: string;
  organizationId?: number;
}

function upload(file: Blob, { query, headers = {}, token = nurse.token, organizationId }: Options = {}) {
  return test.call('POST /v1/organizations/{id}/services/upload-patients', {
    params: { id: organizationId ?? nurse.organizationId },
    query: { serviceIds: String(food), serviceStatus: 'COMPLETED', ...query },
    parts: { file },
    headers,
    token,
  });
}

async function members(name = '') {
  const { body } = await test.call('GET /v1/organizations/{id}/members', {
    params: { id: nurse.organizationId },
    query: { sort: 'id,asc', size: '200', ...(name && { name }) },
    token: nurse.token,
  });
  return body.content;
}

const requestsOf = async (id: number) =>
  (await test.call('GET /v1/users/{id}/service-requests', { params: { id }, token: nurse.token })).body;

async function board() {
  const { body } = await test.call('GET /v1/organizations/{id}/service-requests', {
    params: { id: nurse.organizationId },
    query: { page: '0', size: '200' },
    token: nurse.token,
  });
  return body;
}

describe('an uploaded list', () => {
  it('creates members with all fields and a request per service', async () => {
    await newClinic();
    const file = await buildXlsx([
      [...header, 'Address Line 1', 'Address Line 2', 'City', 'State'],
      [
        'Marisol',
        'Vega',
        '3/4/1990',
        '(269) 555-0123',
        418_226_731,
        'M@Example.org',
        2134,
        '1 Main',
        'Apt 2',
        'Boston',
        'MA',
      ],
      ['Ben', 'Ochoa', null, null, null, null, null],
      ['Half', null],
    ]);
    const { status, body } = await upload(file, { query: { serviceIds: `${food},${bus}` } });
    expect(status).toBe(200);
    expect(body).toEqual({
      created: 2,
      matched: 0,
      requests: 4,
      rejected: [{ row: 4, reason: 'Last Name is required.' }],
    });
    const [vega, ochoa] = await members();
    expect(vega).toMatchObject({
      firstName: 'Marisol',
      lastName: 'Vega',
      dateOfBirth: '1990-03-04',
      phoneNumber: '+12695550123',
      participantId: '00418226731',
      email: 'm@example.org',
      zipCode: '02134',
      addressLine1: '1 Main',
      addressLine2: 'Apt 2',
      city: 'Boston',
      state: 'MA',
      userType: 'PATIENT',
      status: 'ACTIVE',
      sendSmsTexts: false,
      organizationIds: [nurse.organizationId],
    });
    expect(ochoa).toMatchObject({ firstName: 'Ben', dateOfBirth: null, phoneNumber: null });
    const requests = await requestsOf(vega.id);
    expect(requests.map((request: { service: { id: number } }) => request.service.id).sort()).toEqual(
      [food, bus].sort(),
    );
    expect(requests[0]).toMatchObject({ status: 'COMPLETED', completeTimestamp: expect.any(String), allowedMoves: [] });
    const timeline = await test.call('GET /v1/service-requests/{id}/timeline', {
      params: { id: requests[0].id },
      token: nurse.token,
    });
    expect(timeline.body[0]).toMatchObject({ kind: 'created', actor: { id: nurse.id } });
    expect((await board()).counts).toMatchObject({ COMPLETED: 4, REQUESTED: 0 });
  });

  it('supports the status REQUESTED and repeated service ids', async () => {
    await newClinic();
    const { server } = test;
    const form = new FormData();
    form.set('file', await list(['Ada', 'Moreno']));
    const encoded = new Response(form);
    const answer = await server.inject({
      method: 'POST',
      url: `/v1/organizations/${nurse.organizationId}/services/upload-patients?serviceIds=${food}&serviceIds=${bus}&serviceStatus=REQUESTED`,
      headers: { authorization: `Bearer ${nurse.token}`, 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    expect(answer.json()).toMatchObject({ created: 1, requests: 2 });
    expect((await board()).counts).toMatchObject({ REQUESTED: 2 });
    expect((await board()).content[0]).toMatchObject({ completeTimestamp: null, assignee: null });
  });

  it('records requests for a paused service', async () => {
    await newClinic();
    const body = { availability: 'PAUSED' };
    const pause = { params: { id: food }, body, token: nurse.token };
    expect((await test.call('PUT /v1/services/{id}/availability', pause)).body.availability).toBe('PAUSED');
    const { body: result } = await upload(await list(['Ada', 'Moreno']), { query: { serviceStatus: 'REQUESTED' } });
    expect(result).toMatchObject({ created: 1, requests: 1 });
    expect((await board()).content[0]).toMatchObject({ source: 'UPLOAD', status: 'REQUESTED' });
  });

  it('sends no messages', async () => {
    await newClinic();
    await upload(await list(['Ada', 'Moreno', '3/4/1990', '2695550177']), {
      query: { serviceStatus: 'REQUESTED', smsConsent: 'true' },
    });
    expect(await test.outbox('+12695550177')).toEqual([]);
    const row = await sql<{
      count: number;
    }>`select (select count(*) from emails) + (select count(*) from sms_messages)
      as count`.maybeOne(test.app.db);
    expect(row?.count).toBe(0);
  });

  it('allows texts only when the upload declares consent', async () => {
    await newClinic();
    await upload(await list(['Ada', 'Moreno']), { query: { smsConsent: 'true' } });
    await upload(await list(['Ben', 'Ochoa']), { query: { smsConsent: 'false' } });
    expect((await members()).map((member: { sendSmsTexts: boolean }) => member.sendSmsTexts)).toEqual([true, false]);
  });
});

describe('the same list again', () => {
  it('creates no duplicates, even without birthdays or from another program', async () => {
    await newClinic();
    const rows: Row[] = [
      ['Ada', 'Moreno', '3/4/1990'],
      ['Ben', 'Ochoa'],
      ['Ben', 'Ochoa'],
    ];
    expect((await upload(await list(...rows))).body).toMatchObject({ created: 3, matched: 0, requests: 3 });
    expect((await upload(await list(...rows))).body).toEqual({ created: 0, matched: 3, requests: 0, rejected: [] });
    const others = await buildXlsx([
      ['Apellido', 'Nombre', 'DOB'],
      ['Moreno', 'Ada', '1990-03-04'],
      [],
      ['Ochoa', 'Ben'],
      ['Ochoa', 'Ben'],
    ]);
    expect((await upload(others)).body).toMatchObject({ created: 0, matched: 3, requests: 0 });
    expect(await members()).toHaveLength(3);
    expect((await board()).counts).toMatchObject({ COMPLETED: 3 });
  });

  it('reuses the members and adds only new requests for another service', async () => {
    await newClinic();
    const file = await list(['Ben', 'Ochoa'], ['Ada', 'Moreno']);
    await upload(file);
    const more = await upload(file, { query: { serviceIds: `${food},${bus}` } });
    expect(more.body).toMatchObject({ created: 0, matched: 2, requests: 2 });
    const asked = await upload(file, { query: { serviceStatus: 'REQUESTED' } });
    expect(asked.body).toMatchObject({ created: 0, matched: 2, requests: 2 });
    expect(await members()).toHaveLength(2);
  });

  it('finds members who were merged since', async () => {
    await newClinic();
    const file = await list(['Ben', 'Ochoa'], ['Benny', 'Ochoa']);
    await upload(file);
    const [ben, benny] = await members();
    const merge = { params: { id: ben.id }, body: { mergedId: benny.id, take: [] }, token: nurse.token };
    expect((await test.call('POST /v1/users/{id}/merges', merge)).status).toBe(201);
    expect((await upload(file)).body).toMatchObject({ created: 0, matched: 2, requests: 0 });
    expect(await members()).toHaveLength(1);
  });

  it('has the same result ten times in parallel', async () => {
    await newClinic();
    const file = await list(['Ada', 'Moreno', '3/4/1990'], ['Ben', 'Ochoa']);
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(file)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(2);
    expect(await members()).toHaveLength(2);
    expect((await board()).counts).toMatchObject({ COMPLETED: 2 });
  });

  it("repeats its answer for an Idempotency-Key, which other lists can't reuse", async () => {
    await newClinic();
    const headers = { 'idempotency-key': `list-${nextNumber()}` };
    const file = await list(['Ben', 'Ochoa']);
    const first = await upload(file, { headers });
    expect((await upload(file, { headers })).body).toEqual(first.body);
    expect((await upload(await list(['Eva', 'Lund']), { headers })).status).toBe(409);
    expect(await members()).toHaveLength(1);
    const rows = await sql`select from member_upload_rows`.many(test.app.db);
    expect(rows).toEqual([]);
  });
});

describe('the people in a list', () => {
  it('are matched like manual entries and fill only blank fields', async () => {
    await newClinic();
    await upload(
      await list(
        ['Ada', 'Moreno', '3/4/1990', '2695550123', null, 'ada@example.org'],
        ['Ben', 'Ochoa', null, null, 5],
        ['Cleo', 'Park', '1/1/1980', null, 7],
      ),
    );
    const answer = await upload(
      await list(
        ['ADA', 'MORENO', '3/4/1990', '2695550199', 6, 'new@example.org', '49007'],
        ['BEN', 'Else', '2/2/1970', null, 5],
        ['Ada.', 'Moréno', '3/4/1990', '2695550123', null],
        ['Cleo', 'Park', '1/1/1980', null, 8],
        ['Dana', 'New', '1/1/1980'],
      ),
    );
    expect(answer.body).toEqual({ created: 2, matched: 3, requests: 4, rejected: [] });
    const [ada, ben, , other, dana] = await members();
    expect(ada).toMatchObject({
      firstName: 'Ada',
      phoneNumber: '+12695550123',
      email: 'ada@example.org',
      zipCode: '49007',
      participantId: '00000000006',
    });
    expect(ben).toMatchObject({ firstName: 'Ben', dateOfBirth: '1970-02-02' });
    expect(other).toMatchObject({ firstName: 'Cleo', participantId: '00000000008' });
    expect(dana).toMatchObject({ firstName: 'Dana' });
    // The new values are searchable too.
    expect(await members('00000000006')).toHaveLength(1);
  });

  it('are never matched with members of other organizations', async () => {
    await newClinic();
    const file = await list(['Ada', 'Moreno', '3/4/1990', null, 11]);
    await upload(file);
    const before = nurse;
    await newClinic();
    expect((await upload(file)).body).toMatchObject({ created: 1, matched: 0 });
    expect(await members()).toHaveLength(1);
    nurse = before;
    expect(await members()).toHaveLength(1);
  });

  it('become one member when also entered manually', async () => {
    await newClinic();
    const patient = { firstName: 'Ada', lastName: 'Moreno', dateOfBirth: '1990-03-04' };
    const serviceRequest = { organizationId: nurse.organizationId, serviceId: food, patient };
    const file = await list(...Array.from({ length: 300 }, (_, n): Row => [`P${n}`, 'Many', '1/1/1980']), [
      'Ada',
      'Moreno',
      '3/4/1990',
    ]);
    const answers = await Promise.all([
      upload(file),
      ...Array.from({ length: 5 }, () =>
        test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: nurse.token }),
      ),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 201, 201, 201, 201]);
    const found = await members('moreno');
    expect(found).toHaveLength(1);
    expect(await requestsOf(found[0].id)).toHaveLength(6);
  });

  it('belong to a member who was entered during the import', async () => {
    await newClinic();
    const file = await list(['Ada', 'Moreno', '3/4/1990'], ['Ben', 'Ochoa']);
    const [uploading, entered] = await test.app.db.inTransaction(async (tx) => {
      await lockMembersOf(tx, nurse.organizationId, 'together');
      const answer = upload(file);
      await until(
        async () =>
          (
            await sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.many(test.app.db)
          ).length > 0,
      );
      const ada = { firstName: 'Ada', lastName: 'Moreno', dateOfBirth: '1990-03-04' };
      return [answer, (await matchOrCreateMember(tx, nurse.organizationId, ada, null)).id] as const;
    });
    expect((await uploading).body).toEqual({ created: 1, matched: 1, requests: 2, rejected: [] });
    expect((await members()).map(({ id }: { id: number }) => id)).toContain(entered);
    expect(await members()).toHaveLength(2);
    expect(await requestsOf(entered)).toHaveLength(1);
  });

  it.each([
    ['without a time limit for a statement if nobody waits', noLimit, 0, 0],
    ['with statements that end while their caller waits', new AnswerLimit(1000), 1, 1_000_000],
  ])('are imported %s', async (_, limit, least, most) => {
    await newClinic();
    const wanted = { organizationId: nurse.organizationId, createdBy: nurse.id, requestId: null, smsConsent: false };
    const bytes = new Uint8Array(await (await list(['Ada', 'Moreno'])).arrayBuffer());
    const upload = { ...wanted, serviceIds: [food], serviceStatus: 'COMPLETED' as const };
    let ms = -1;
    await uploadNow(test.app, upload, { bytes, limit }, (work) =>
      transaction(test.app.db, async (tx) => {
        const result = await work(tx);
        const setting = sql<{ ms: number }>`
          select setting::integer as ms from pg_settings where name = 'statement_timeout'`;
        ms = (await setting.one(tx)).ms;
        return result;
      }),
    );
    expect(ms).toBeGreaterThanOrEqual(least);
    expect(ms).toBeLessThanOrEqual(most);
  });
});

describe('a refused upload changes nothing:', () => {
  const good = () => list(['Ada', 'Moreno']);

  it.each<[string, () => Promise<Blob> | Blob, Options['query'], number]>([
    ['no service', good, { serviceIds: '' }, 400],
    ['a non-numeric service', good, { serviceIds: '1x' }, 400],
    ['a status that is not offered', good, { serviceStatus: 'OPEN' }, 400],
    ['an invalid consent value', good, { smsConsent: 'maybe' }, 400],
    ['an unknown service', good, { serviceIds: '99999999' }, 404],
    ['not a spreadsheet', () => new Blob(['a,b']), {}, 415],
    ['an empty file', () => new Blob([]), {}, 400],
    ['a file that is too large', () => new Blob([Buffer.alloc(20 * 1024 * 1024 + 1)]), {}, 413],
    ['missing columns', () => buildXlsx([['Name'], ['Ada']]), {}, 422],
    ['no usable row', () => list(['Ada', null]), {}, 422],
  ])('%s', async (_, file, query, status) => {
    await newClinic();
    const answer = await upload(await file(), query ? { query } : {});
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(/\w+.*[.\w]$/);
    expect(await members()).toEqual([]);
  });

  it("another organization's service, or its path", async () => {
    await newClinic();
    const theirs = food;
    const them = nurse.organizationId;
    await newClinic();
    expect((await upload(await good(), { query: { serviceIds: `${food},${theirs}` } })).status).toBe(404);
    expect((await upload(await good(), { organizationId: them })).status).toBe(404);
    expect(await members()).toEqual([]);
  });

  it('a withdrawn service', async () => {
    await newClinic();
    await sql`update services set deleted_timestamp = now() where id = ${food}`.run(test.app.db);
    expect((await upload(await good())).status).toBe(404);
  });
});

describe('a background import', () => {
  const look = (id: number, token = nurse.token) => test.call('GET /v1/uploads/{id}', { params: { id }, token });
  const later = { headers: { prefer: 'wait=1, respond-async' } };

  it('is queued, finishes with a result, and drops its file', async () => {
    await newClinic();
    const { status, body, headers } = await upload(await list(['Ada', 'Moreno'], ['Half', null]), later);
    expect([status, headers['preference-applied']]).toEqual([202, 'respond-async']);
    expect((await look(body.uploadId)).body).toEqual({
      state: 'queued',
      done: 0,
      total: 0,
      result: null,
      message: null,
    });
    await test.runJobs();
    const rejected = [{ row: 3, reason: 'Last Name is required.' }];
    const result = { created: 1, matched: 0, requests: 1, rejected };
    expect((await look(body.uploadId)).body).toEqual({ state: 'done', done: 1, total: 1, result, message: null });
    const rows = await sql`select from files`.many(test.app.db);
    expect(rows).toEqual([]);
  });

  describe('follows an upload that takes too long to wait for', () => {
    const answerWithin = (uploadAnswerSeconds: number) => Object.assign(test.app.config, { uploadAnswerSeconds });
    beforeEach(newClinic);
    afterEach(() => answerWithin(25));

    async function expectAccepted({ status, body, headers }: Awaited<ReturnType<typeof upload>>) {
      expect([status, body]).toEqual([202, { uploadId: expect.any(Number) }]);
      expect(headers).not.toHaveProperty('preference-applied');
      expect(await members()).toEqual([]);
      await test.runJobs();
      expect((await look(body.uploadId)).body).toMatchObject({ state: 'done', result: { created: 1, requests: 1 } });
      expect(await members()).toHaveLength(1);
      const uploads = sql`select from member_uploads where organization_id = ${nurse.organizationId}`;
      expect(await uploads.many(test.app.db)).toHaveLength(1);
    }

    it('because another list is being imported in this process', async () => {
      let end = () => {};
      const others = new Promise<void>((resolve) => {
        end = resolve;
      });
      const turn = listTurns.run(() => others);
      answerWithin(0.05);
      const accepted = await upload(await list(['Ada', 'Moreno']));
      end();
      await turn;
      await expectAccepted(accepted);
    });

    it('because another process imports one of the organization', async () => {
      const accepted = await transaction(test.app.db, async (tx) => {
        await sql`select pg_advisory_xact_lock(${uploadsKey(nurse.organizationId)})`.run(tx);
        answerWithin(0.5);
        return upload(await list(['Ada', 'Moreno']));
      });
      await expectAccepted(accepted);
    });

    it('and is the same upload for the same Idempotency-Key', async () => {
      const file = await list(['Ada', 'Moreno']);
      const key = { headers: { 'idempotency-key': 'slow list' } };
      answerWithin(0);
      const accepted = await upload(file, key);
      expect((await upload(file, key)).body).toEqual(accepted.body);
      answerWithin(25);
      const again = await upload(file, key);
      expect([again.status, again.body]).toEqual([202, accepted.body]);
      await expectAccepted(again);
    });
  });

  it('restarts after an interruption with the same result', async () => {
    await newClinic();
    const { body } = await upload(await list(['Ada', 'Moreno'], ['Ben', 'Ochoa']), later);
    await sql`update member_uploads set state = 'working', done = 1, total = 2 where id = ${body.uploadId}`.run(
      test.app.db,
    );
    await sql`insert into member_upload_rows (upload_id, place, first_name, last_name)
      values (${body.uploadId}, 1, 'Ada', 'Moreno')`.run(test.app.db);
    await test.runJobs();
    expect((await look(body.uploadId)).body).toMatchObject({ state: 'done', result: { created: 2, requests: 2 } });
    expect(await members()).toHaveLength(2);
  });

  it('fails with a message that says what to do', async () => {
    await newClinic();
    const { body } = await upload(await buildXlsx([['Name'], ['Ada']]), later);
    await test.runJobs();
    expect((await look(body.uploadId)).body).toMatchObject({
      state: 'failed',
      result: null,
      message: expect.stringContaining('“First Name” and “Last Name” are missing'),
    });
    expect((await upload(new Blob(['no']), later)).status).toBe(415);
    // If no row is usable, all are reported.
    const { body: unusable } = await upload(await list(['Half', null], [null, 'Name']), later);
    await test.runJobs();
    expect((await look(unusable.uploadId)).body).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('No row of the list can be used.'),
      result: { created: 0, rejected: [{ row: 2 }, { row: 3 }] },
    });
  });

  it('keeps no file after it failed on our side', async () => {
    await newClinic();
    const { body } = await upload(await list(['Ada', 'Moreno']), later);
    const { storageKey } = await sql<{ storageKey: string }>`
      select f.storage_key as "storageKey" from member_uploads u join files f on f.id = u.file_id
      where u.id = ${body.uploadId}`.one(test.app.db);
    await test.app.files.remove(storageKey);
    await expect(workOnMemberList(test.app, { uploadId: body.uploadId, lastAttempt: true })).rejects.toThrow();
    expect((await look(body.uploadId)).body).toMatchObject({
      state: 'failed',
      message: 'Something went wrong on our side. Please try again later.',
    });
    expect(await sql`select from files where storage_key = ${storageKey}`.many(test.app.db)).toEqual([]);
  });

  describe('returns its skipped rows as a spreadsheet', () => {
    const download = (id: number) =>
      test.call('GET /v1/uploads/{id}/skipped-rows', { params: { id }, token: nurse.token });
    const hostile = '=HYPERLINK("http://x")';
    const columns = [...header, 'Case Worker'];
    const bad: Row[] = [
      ['Half', null, 32_936, '(269) 555-0123', 418_226_731, null, 2134, hostile],
      ['Una', 'Luz', '13/13/1990', null, null, null, null, '@x'],
    ];

    async function skippedRows(file: Blob) {
      const { body } = await upload(file, later);
      await test.runJobs();
      const { status, bytes } = await download(body.uploadId);
      expect(status).toBe(200);
      const rows: unknown[][] = [];
      for await (const { cells } of (await openSpreadsheet(bytes)).rows) rows.push(cells);
      return { id: body.uploadId, bytes, rows };
    }

    it('with the reason first and every cell, dates and zeros as typed', async () => {
      await newClinic();
      const { rows } = await skippedRows(await buildXlsx([['Our list'], columns, ['Ada', 'Moreno'], ...bad]));
      const first = ['Half', null, '03/04/1990', '(269) 555-0123', '00418226731', null, '02134', hostile];
      expect(rows).toEqual([
        ['Reason Skipped', ...columns],
        ['Last Name is required.', ...first],
        [expect.stringContaining('Date of Birth: '), 'Una', 'Luz', '13/13/1990', null, null, null, null, '@x'],
      ]);
    });

    it('that can be fixed and uploaded again', async () => {
      await newClinic();
      const { rows } = await skippedRows(await buildXlsx([columns, ...bad]));
      const fixed = rows.map((row) => row.with(2, row[2] ?? 'Moon')) as Row[];
      const again = await skippedRows(await buildXlsx(fixed));
      expect(again.rows.map((row) => row.slice(0, 3))).toEqual([
        ['Reason Skipped', 'First Name', 'Last Name'],
        [expect.stringContaining('Date of Birth: '), 'Una', 'Luz'],
      ]);
      expect(await members()).toMatchObject([
        { firstName: 'Half', lastName: 'Moon', dateOfBirth: '1990-03-04', zipCode: '02134' },
      ]);
    });

    it('without formulas', async () => {
      await newClinic();
      const { bytes } = await skippedRows(await buildXlsx([columns, ...bad]));
      const sheet = readZipParts(bytes, 10_000_000).get('xl/worksheets/sheet1.xml');
      const xml = inflateRawSync(sheet?.packed ?? Buffer.alloc(0)).toString();
      expect(xml).toContain('<row');
      expect(xml).not.toMatch(/<f[ >/]/);
    });

    it('without a limit', async () => {
      await newClinic();
      const many = Array.from({ length: 2_300 }, (_, n): Row => [`Half ${n}`, null]);
      const { rows } = await skippedRows(await buildXlsx([['First Name', 'Last Name'], ...many]));
      expect(rows.slice(1).map((row) => row[1])).toEqual(many.map(([name]) => name));
    });

    it('until they are purged', async () => {
      await newClinic();
      const { id } = await skippedRows(await buildXlsx([columns, ...bad]));
      await sql`update member_uploads set update_timestamp = now() - interval '31 days' where id = ${id}`.run(
        test.app.db,
      );
      await runRetention(test.app);
      expect(await download(id)).toMatchObject({
        status: 410,
        body: { message: expect.stringContaining('Upload the original list again.') },
      });
    });
  });

  it('is visible only to its own organization', async () => {
    await newClinic();
    const { body } = await upload(await list(['Ada', 'Moreno']), later);
    const { token } = await buildSignedIn(test, (await buildOrganization(test)).id);
    expect((await look(body.uploadId, token)).status).toBe(404);
    expect((await look(body.uploadId)).status).toBe(200);
  });

  it('is in the audit log', async () => {
    await newClinic();
    await upload(await list(['Ada', 'Moreno'], ['Half', null]));
    const rows = await sql<{ action: string; detail: object }>`select action, detail from audit_log
      where organization_id = ${nurse.organizationId} and actor_id = ${nurse.id} order by id`.many(test.app.db);
    expect(rows.map(({ action }) => action)).toEqual(['service-request.create', 'member.upload']);
    expect(rows[1]?.detail).toMatchObject({ created: 1, matched: 0, requests: 1, rejected: 1, serviceIds: [food] });
  });
});
