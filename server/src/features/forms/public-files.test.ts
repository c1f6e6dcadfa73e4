import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn } from '../../testing/build.ts';
import { buildForm } from '../../testing/forms.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { purgeOrphanedFormFiles } from './form-files.commands.ts';

let test: TestApp;
let staff: Awaited<ReturnType<typeof buildSignedIn>>;
let form: { id: number; uniqueSurveyId: string };
let otherForm: { id: number; uniqueSurveyId: string };

const kilobyte = 1024;
const elements = [{ type: 'file', name: 'photo', allowMultiple: true }];

beforeAll(async () => {
  test = await startTestApp({
    PUBLIC_FILES_PER_ADDRESS_MB: '1',
    PUBLIC_FILES_PER_FORM_MB: '2',
    PUBLIC_FILES_TOTAL_MB: '3',
    PUBLIC_FILES_RESERVE_MB: '1',
  });
  staff = await buildSignedIn(test, (await buildOrganization(test)).id);
  [form, otherForm] = [await buildForm(test, staff, elements), await buildForm(test, staff, elements)];
});
afterAll(() => test.close());
beforeEach(async () => {
  await sql`delete from survey_files where answer_id is null`.run(test.app.db);
  await sql`delete from public_file_space`.run(test.app.db);
});

interface Upload {
  from?: string;
  to?: { uniqueSurveyId: string };
  size?: number;
  token?: string;
  key?: string;
  name?: string;
}

async function upload({ from = '203.0.113.1', to = form, size = 300 * kilobyte, token, key, name = 'id.png' }: Upload) {
  const bytes = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(size - 8)]);
  const parts = new FormData();
  parts.set('file', new File([bytes], name));
  const encoded = new Response(parts);
  const answer = await test.server.inject({
    method: 'POST',
    url: `/v1/surveys/${to.uniqueSurveyId}/files`,
    remoteAddress: from,
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

const submit = (files: { fileId: string; name: string }[]) =>
  test.call('POST /v1/survey-answers/submit', {
    body: {
      surveyAnswerJson: { photo: files },
      surveyUniqueId: form.uniqueSurveyId,
      version: 1,
      userFirstName: 'Ada',
      userLastName: 'Byron',
    },
  });
const stored = async () => {
  let count = 0;
  for await (const _ of test.app.files.list()) count++;
  return count;
};
/** Backdates all stored files by this many minutes. */
const age = (minutes: number) =>
  sql`update survey_files set create_timestamp = now() - make_interval(mins => ${minutes})`.run(test.app.db);

describe('public uploads', () => {
  it('are limited per address, with a retry time', async () => {
    for (let n = 0; n < 3; n++) expect((await upload({})).status).toBe(201);
    const before = await stored();
    const refused = await upload({});
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(refused.body.message).toMatch(/^You sent many files without an answer\. Please wait \d minutes/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await stored()).toBe(before);
    expect((await upload({ size: 100 * kilobyte })).status).toBe(201);
    expect((await upload({ from: '203.0.113.2' })).status).toBe(201);
  });

  it('count an IPv6 network as one address', async () => {
    for (let n = 1; n <= 3; n++) expect((await upload({ from: `2001:db8:1:2::${n}` })).status).toBe(201);
    expect((await upload({ from: '2001:db8:1:2:ffff::9' })).status).toBe(429);
    expect((await upload({ from: '2001:db8:1:3::1' })).status).toBe(201);
  });

  it('are limited per form and in total', async () => {
    for (let n = 0; n < 6; n++) expect((await upload({ from: `203.0.113.${n}` })).status).toBe(201);
    const refused = await upload({ from: '203.0.113.7' });
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringMatching(/^We can't accept more files/)]);
    for (let n = 0; n < 4; n++) {
      expect((await upload({ from: `203.0.113.${n + 10}`, to: otherForm })).status).toBe(201);
    }
    expect((await upload({ from: '203.0.113.20', to: otherForm })).status).toBe(429);
  });

  it('stay within the limit when sent in parallel', async () => {
    const before = await stored();
    const answers = await Promise.all(Array.from({ length: 12 }, () => upload({})));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
    expect(await stored()).toBe(before + 3);
  });

  it('free their space once an answer refers to them', async () => {
    const files = await Promise.all([upload({}), upload({}), upload({})]);
    expect((await submit(files.map(({ body }) => body))).status).toBe(201);
    expect((await upload({})).status).toBe(201);
  });

  it('are repeated for their key even when the space is full', async () => {
    const first = await upload({ key: 'photo-1' });
    for (let n = 0; n < 2; n++) await upload({});
    expect((await upload({})).status).toBe(429);
    const again = await upload({ key: 'photo-1' });
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  it('release their reservation when storing fails', async () => {
    const { files } = test.app;
    const failing = Object.assign(Object.create(files), { write: () => Promise.reject(new Error('no disk')) });
    Object.assign(test.app, { files: failing });
    for (let n = 0; n < 4; n++) expect((await upload({})).status).toBe(500);
    Object.assign(test.app, { files });
    expect((await upload({ size: 1000 * kilobyte })).status).toBe(201);
  });

  it('stop counting soon after the process died while storing them', async () => {
    await sql`insert into public_file_space (form_id, address_hash, bytes, create_timestamp)
      select form_id, '\\x00', 3 * 1024 * 1024, now() - interval '6 minutes' from surveys where id = ${form.id}`.run(
      test.app.db,
    );
    expect((await upload({})).status).toBe(201);
  });

  it('are stored without the plain address', async () => {
    await upload({ from: '203.0.113.77' });
    const rows = await sql<{ row: string }>`select p::text as row from public_file_space p`.many(test.app.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain('203.0.113.77');
    expect(rows[0]?.row).not.toContain(Buffer.from('203.0.113.77').toString('hex'));
  });
});

describe('staff', () => {
  it('can upload files for an answer when the public space is full', async () => {
    for (let n = 0; n < 3; n++) await upload({});
    expect((await upload({ token: staff.token })).status).toBe(201);
    const stranger = await buildSignedIn(test, (await buildOrganization(test)).id);
    expect((await upload({ token: stranger.token })).status).toBe(429);
  });

  describe('on a disk below the reserve', () => {
    let before: TestApp['app']['config']['publicFiles'];
    beforeEach(() => {
      before = test.app.config.publicFiles;
      Object.assign(test.app.config, { publicFiles: { ...before, reserveMb: 999_999_999 } });
    });
    afterEach(() => {
      Object.assign(test.app.config, { publicFiles: before });
    });

    it("can still upload while the public can't", async () => {
      const refused = await upload({});
      expect([refused.status, refused.body.message]).toEqual([
        429,
        expect.stringMatching(/^We can't accept more files/),
      ]);
      expect((await upload({ token: staff.token })).status).toBe(201);
    });
  });
});

describe('a file without an answer', () => {
  it('is removed with its bytes after an hour', async () => {
    const { fileId } = (await upload({})).body;
    const own = (await upload({ token: staff.token })).body;
    const before = await stored();
    await age(59);
    await purgeOrphanedFormFiles(test.app.db);
    await age(61);
    await sql`select graphile_worker.add_job('purge-survey-files')`.run(test.app.db);
    await test.runJobs();
    expect(await stored()).toBe(before - 1);
    const rows = await sql<{ id: string }>`select id from survey_files where answer_id is null`.many(test.app.db);
    expect(rows).toEqual([{ id: own.fileId }]);
    const space = await sql`select from public_file_space where survey_file_id = ${fileId}::uuid`.many(test.app.db);
    expect(space).toEqual([]);
  });

  it('is named when an answer is refused, and can be sent again', async () => {
    const [gone, there] = [(await upload({ name: 'passport.png' })).body, (await upload({})).body];
    await sql`update survey_files set create_timestamp = now() - interval '2 hours'
      where id = ${gone.fileId}::uuid`.run(test.app.db);
    await purgeOrphanedFormFiles(test.app.db);
    const refused = await submit([gone, there]);
    expect([refused.status, refused.body.code]).toEqual([400, 'file_expired']);
    expect(Object.keys(refused.body.fields)).toEqual(['passport.png']);
    const again = (await upload({ name: 'passport.png' })).body;
    expect((await submit([again, there])).status).toBe(201);
  });

  it('is kept or named when the answer and the purge run in parallel', async () => {
    const files = [];
    for (let n = 0; n < 6; n++) files.push((await upload({ size: 20 * kilobyte })).body);
    await age(61);
    const answers = await Promise.all([
      ...files.map((file) => submit([file])),
      purgeOrphanedFormFiles(test.app.db).then(() => null),
    ]);
    for (const [index, answer] of answers.slice(0, -1).entries()) {
      const rows = await sql`select from survey_files s join files f on f.id = s.file_id
        where s.id = ${files[index]?.fileId}::uuid and s.answer_id is not null`.many(test.app.db);
      if (answer?.status === 201) expect(rows).toHaveLength(1);
      else expect([answer?.status, answer?.body.code, rows]).toEqual([400, 'file_expired', []]);
    }
  });

  it('is refused when another answer has it', async () => {
    const file = (await upload({})).body;
    expect((await submit([file])).status).toBe(201);
    const again = await submit([file]);
    expect([again.status, again.body.code]).toEqual([400, 'invalid_input']);
  });
});
