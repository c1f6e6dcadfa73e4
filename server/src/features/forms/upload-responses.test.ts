import { setImmediate } from 'node:timers/promises';
import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { listTurns } from '../../records/uploads/uploads.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../../testing/build.ts';
import { buildForm } from '../../testing/forms.ts';
import { buildOds, buildXlsx } from '../../testing/spreadsheets.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { runRetention } from '../../upkeep/retention/retention.ts';
import { lockMembersOf } from '../members/member-locks.commands.ts';
import { matchOrCreateMember } from '../members/members.commands.ts';

let portal: TestApp;
let staff: Awaited<ReturnType<typeof buildSignedIn>>;
let stranger: Awaited<ReturnType<typeof buildSignedIn>>;
let elements: Record<string, unknown>[];
/** Long, since a busy machine is slow. */
const patience = 300;

beforeAll(async () => {
  portal = await startTestApp();
  Object.assign(portal.app.config, { uploadAnswerSeconds: patience });
  staff = await buildSignedIn(portal, (await buildOrganization(portal)).id, { userType: 'ADMIN' });
  stranger = await buildSignedIn(portal, (await buildOrganization(portal)).id);
  const [serviceId] = await serviceIds(portal, staff.organizationId);
  elements = [
    {
      type: 'radiogroup',
      name: 'home',
      title: { default: 'Your home', es: 'Su casa' },
      choices: ['steady', { value: 'risk', text: { default: 'At risk', es: 'En riesgo' } }],
    },
    {
      type: 'checkbox',
      name: 'bills',
      title: 'Bills',
      choices: ['rent', { value: 'power', text: 'Electricity' }],
      showOtherItem: true,
    },
    { type: 'boolean', name: 'food', title: 'Food?', surveyAction: 'createServiceRequest', serviceId },
    { type: 'text', name: 'age', title: 'Age', inputType: 'number', isRequired: true },
    { type: 'text', name: 'since', title: 'Since', inputType: 'date' },
    { type: 'rating', name: 'mood', title: 'Mood' },
    {
      type: 'matrix',
      name: 'parts',
      title: 'Parts',
      rows: ['a', { value: 'b', text: 'B row' }],
      columns: ['good', 'bad'],
    },
    { type: 'comment', name: 'story', title: 'Story' },
  ];
});
afterAll(() => portal.close());

const form = () => buildForm(portal, staff, elements);
const upload = (
  surveyId: number,
  content: Blob | string,
  { token = staff.token, part = 'file', name = 'list.csv', key = '', headers = {} } = {},
) => {
  const file = new File([content], name);
  return portal.call('POST /v1/survey-answers/{surveyId}/upload-responses', {
    params: { surveyId },
    parts: { [part]: file },
    token,
    headers: { ...headers, ...(key === '' ? {} : { 'idempotency-key': key }) },
  });
};
const answersTo = async (id: number) =>
  (
    await portal.call('GET /v1/surveys/{id}/answers', {
      params: { id },
      query: { page: '0', sort: 'id,asc' },
      token: staff.token,
    })
  ).body.content;

describe('a response upload', () => {
  it('imports one response per .csv row, by question titles or names', async () => {
    const published = await form();
    const csv = [
      'First Name,last name,Date of Birth,Phone Number,Submitted At,Su casa,bills,FOOD?,age,Since,Mood,Parts,Story,Shoe size',
      'Ada,Byron,1990-02-03,269-555-0131,2026-03-01 09:30,En riesgo,"Electricity; rent",yes,36,3/4/2020,4,a: good; B row: bad,"It, is ""fine""",44',
      'Bea,Byron,,,3/2/2026,steady,rent;garden,No,41,,,,,',
      ',,,,,AT RISK,,,,,,,Nobody in particular,',
      '',
    ].join('\r\n');
    const { status, body } = await upload(published.id, csv);
    expect([status, body]).toEqual([200, { created: 3, rejected: [], unknownColumns: ['Shoe size'] }]);
    const answers = await answersTo(published.id);
    expect(answers[0]).toMatchObject({
      version: 1,
      createTimestamp: '2026-03-01T14:30:00.000Z',
      user: { firstName: 'Ada', lastName: 'Byron' },
      data: {
        home: 'risk',
        bills: ['power', 'rent'],
        food: true,
        age: 36,
        since: '2020-03-04',
        mood: 4,
        parts: { a: 'good', b: 'bad' },
        story: 'It, is "fine"',
        userFirstName: 'Ada',
        userBirthDate: '1990-02-03',
      },
    });
    expect(answers[1]).toMatchObject({
      createTimestamp: '2026-03-02T05:00:00.000Z',
      data: { bills: ['rent', 'other'], 'bills-Comment': 'garden', food: false },
    });
    expect(answers[2]).toMatchObject({
      user: null,
      userId: null,
      data: { home: 'risk', story: 'Nobody in particular' },
    });
    const member = await portal.call('GET /v1/users/{id}', { params: { id: answers[0].userId }, token: staff.token });
    expect(member.body).toMatchObject({ phoneNumber: '+12695550131', sendSmsTexts: false });
  });

  it('creates no requests and sends no texts', async () => {
    const published = await form();
    await upload(published.id, 'First Name,Last Name,Phone Number,food\nCal,Quiet,269-555-0132,yes\n');
    const rows = await sql`select 1 from service_requests where organization_id = ${staff.organizationId}`.many(
      portal.app.db,
    );
    expect(rows).toEqual([]);
    expect(await portal.outbox()).toEqual([]);
  });

  it('accepts a spreadsheet with typed cells and the other part name', async () => {
    const published = await form();
    const sheet = await buildXlsx([
      ['Age', 'Since', 'Submitted At', 'Food?', 'First Name', 'Last Name', 'Date of Birth'],
      [
        36,
        new Date(Date.UTC(2020, 2, 4)),
        new Date(Date.UTC(2026, 2, 1, 9, 30)),
        true,
        'Dee',
        'Sheet',
        new Date(Date.UTC(1980, 0, 31)),
      ],
    ]);
    const { status, body } = await upload(published.id, sheet, { part: 'files', name: 'list.xlsx' });
    expect([status, body.created]).toEqual([200, 1]);
    const [answer] = await answersTo(published.id);
    expect(answer).toMatchObject({
      createTimestamp: '2026-03-01T14:30:00.000Z',
      data: { age: 36, since: '2020-03-04', food: true, userBirthDate: '1980-01-31' },
    });
  });

  it('skips unusable rows by spreadsheet row number and imports the others', async () => {
    const published = await form();
    const csv = [
      'Age,Your home,First Name,Last Name,Version,Submitted At,Date of Birth',
      '36,steady,,,,,',
      'old,steady,,,,,',
      '36,castle,,,,,',
      '36,steady,Eve,,,,',
      '36,steady,,,9,,',
      '36,steady,,,,someday,',
      '36,steady,Eve,Ray,,,someday',
      '36,steady,Eve,Ray,,,1899-12-31',
      '',
      '37,steady,,,V.1,,',
    ].join('\n');
    const { status, body } = await upload(published.id, csv);
    expect([status, body.created]).toEqual([200, 2]);
    expect(body.rejected).toEqual([
      { row: 3, reason: 'Age: Must be a number.' },
      { row: 4, reason: "Your home: 'castle' isn't one of the choices." },
      { row: 5, reason: 'Last Name is required.' },
      { row: 6, reason: 'This form has no version 9.' },
      { row: 7, reason: 'Submitted At: Must be a date, or a date and time.' },
      { row: 8, reason: 'Date of Birth: Must be a date such as 01-31-1990.' },
      { row: 9, reason: 'Date of Birth: Must be a valid date after 01-01-1900 and no later than today.' },
    ]);
  });

  it('matches existing members and skips repeated responses', async () => {
    const published = await form();
    const csv =
      'First Name,Last Name,Date of Birth,Phone Number,Age\nFay,Match,1971-01-01,,30\nFay,Match,1971-01-01,269-555-0133,31\nGus,None,,,32\n';
    expect((await upload(published.id, csv)).body.created).toBe(3);
    const first = await answersTo(published.id);
    expect(first[0].userId).toBe(first[1].userId);
    const again = await upload(published.id, csv);
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({
      created: 0,
      rejected: [2, 3, 4].map((row) => ({ row, reason: 'This response was uploaded before.' })),
    });
    const other = await form();
    expect((await upload(other.id, csv)).body.created).toBe(3);
    expect((await answersTo(other.id))[0].userId).toBe(first[0].userId);
  });

  it('gives twins and a known twin records of their own, with a hint on both', async () => {
    const published = await form();
    const row = (firstName: string) => `${firstName},Twice,1972-02-02,269-555-0134,30\n`;
    const header = 'First Name,Last Name,Date of Birth,Phone Number,Age\n';
    expect((await upload(published.id, `${header}${row('Bob')}${row('Ursula')}${row('BOB')}`)).body.created).toBe(3);
    expect((await upload(published.id, `${header}${row('Nils')}`)).body.created).toBe(1);
    const [bob, ursula, bobAgain, nils] = (await answersTo(published.id)).map(
      (answer: { userId: number }) => answer.userId,
    );
    expect([new Set([bob, ursula, nils]).size, bobAgain]).toEqual([3, bob]);
    for (const [id, others] of [
      [bob, [ursula, nils]],
      [nils, [bob, ursula]],
    ]) {
      const { body } = await portal.call('GET /v1/users/{id}/duplicates', { params: { id }, token: staff.token });
      expect(body.duplicates.map(({ member }: { member: { id: number } }) => member.id)).toEqual(others);
    }
  });

  it.each(['csv', 'xlsx'])('imports a .%s export', async (format) => {
    const published = await form();
    await upload(
      published.id,
      'Age,Since,Story,Bills,Parts,Submitted At\n36,2026-01-05,"=SUM(A1)","rent; garden",b: good,2026-03-01 23:59:58\n',
    );
    const { bytes } = await portal.call('GET /v1/surveys/{id}/answers/export', {
      params: { id: published.id },
      query: { format },
      token: staff.token,
    });
    const other = await form();
    const { body } = await upload(other.id, new Blob([new Uint8Array(bytes)]), { name: `list.${format}` });
    expect(body).toEqual({ created: 1, rejected: [], unknownColumns: [] });
    const [[before], [after]] = [await answersTo(published.id), await answersTo(other.id)];
    expect(after.data).toEqual(before.data);
    expect(after.createTimestamp).toBe(before.createTimestamp);
  });

  const accented = 'Age;Story\r\n36;José; ok\r\nold;x\r\n';
  const utf16 = Buffer.from(`\ufeff${accented}`, 'utf16le');
  it.each<[string, Blob | string]>([
    ['UTF-16 with the low byte first', new Blob([utf16])],
    ['UTF-16 with the high byte first', new Blob([Buffer.from(utf16).swap16()])],
    ['a first line that names the separator', `sep=;\r\n${accented}`],
    ['a first line in quotes that names the separator', `\ufeff"SEP=;"\n${accented}`],
    ['a separator that only its first line tells', `sep=|\n${accented.replaceAll(';', '|')}`],
  ])('reads a .csv file with %s', async (_, content) => {
    const published = await form();
    const { body } = await upload(published.id, content);
    expect(body).toEqual({ created: 1, rejected: [{ row: 3, reason: 'Age: Must be a number.' }], unknownColumns: [] });
    expect((await answersTo(published.id))[0].data).toEqual({ age: 36, story: 'José' });
  });

  it('imports 5,000 rows', async () => {
    const published = await form();
    const rows = Array.from({ length: 5_000 }, (_, n) => `First${n},Last${n},1970-01-${10 + (n % 20)},${n % 90}`);
    const { body } = await upload(published.id, `First Name,Last Name,Date of Birth,Age\n${rows.join('\n')}\n`);
    expect(body.created).toBe(5_000);
  });
});

describe('a response upload with an Idempotency-Key', () => {
  it('repeats its answer and refuses the key for another list', async () => {
    const published = await form();
    const first = await upload(published.id, 'Age\n31\nold\n', { key: 'list' });
    expect([first.status, first.body.created]).toEqual([200, 1]);
    const again = await upload(published.id, 'Age\n31\nold\n', { key: 'list' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await upload(published.id, 'Age\n32\n', { key: 'list' })).status).toBe(409);
    expect(await answersTo(published.id)).toHaveLength(1);
  });
});

describe('during a response upload', () => {
  const locksWaitedFor = async (tx: Tx) =>
    (
      await sql`select from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`.many(tx)
    ).length;

  const submit = (published: FormVersion, lastName: string) =>
    portal.call('POST /v1/survey-answers/submit', {
      body: {
        surveyUniqueId: published.uniqueSurveyId,
        version: 1,
        surveyAnswerJson: { age: 30 },
        userFirstName: 'Hal',
        userLastName: lastName,
        userBirthDate: '1966-06-06',
      },
    });

  it("waiting answers don't hold database connections", async () => {
    const published = await form();
    await transaction(portal.app.db, async (tx) => {
      await lockMembersOf(tx, staff.organizationId, 'alone');
      const submitted = Array.from({ length: 14 }, () => submit(published, 'Waiting'));
      for (let n = 0; n < 20; n++) {
        const other = await portal.call('GET /v1/users/{id}', { params: { id: stranger.id }, token: stranger.token });
        expect(other.status).toBe(200);
        expect(await locksWaitedFor(tx)).toBe(0);
      }
      for (const { status, headers, body } of await Promise.all(submitted)) {
        expect([status, headers['retry-after'], body.message]).toEqual([
          429,
          expect.stringMatching(/^\d+$/),
          'A member import is in progress. Please try again in a few seconds.',
        ]);
      }
    });
    expect((await submit(published, 'Waiting')).status).toBe(201);
  });

  it('new members are only briefly delayed', async () => {
    let putOff = 0;
    const enter = (lastName: string) =>
      transaction(portal.app.db, (tx) =>
        matchOrCreateMember(tx, staff.organizationId, { firstName: 'Hal', lastName }, null).catch((error) => {
          putOff++;
          throw error;
        }),
      );
    const { entered } = await transaction(portal.app.db, async (tx) => {
      await lockMembersOf(tx, staff.organizationId, 'alone');
      const entered = Promise.all(Array.from({ length: 6 }, (_, n) => enter(`Later ${n}`)));
      while (putOff < 6) await setImmediate();
      return { entered };
    });
    expect((await entered).map(({ created }) => created)).toEqual(Array(6).fill(true));
  });

  it('a person also entered manually stays one member', async () => {
    const published = await form();
    const person = { firstName: 'Ida', lastName: 'Meanwhile', dateOfBirth: '1955-05-05' };
    let uploaded: ReturnType<typeof upload> | undefined;
    const entered = await transaction(portal.app.db, async (tx) => {
      const { id } = await matchOrCreateMember(tx, staff.organizationId, person, null);
      const csv = 'First Name,Last Name,Date of Birth,Age\nIda,Meanwhile,1955-05-05,60\nJim,Alone,1955-05-05,61\n';
      uploaded = upload(published.id, csv);
      while ((await locksWaitedFor(tx)) === 0);
      return id;
    });
    expect((await uploaded)?.body).toMatchObject({ created: 2, rejected: [] });
    const [ida, jim] = await answersTo(published.id);
    expect([ida.userId, ida.user.lastName, jim.user.lastName]).toEqual([entered, 'Meanwhile', 'Alone']);
    const rows = await sql`select from users where last_name = 'Meanwhile'`.many(portal.app.db);
    expect(rows).toHaveLength(1);
  });
});

describe('a response upload in the background', () => {
  const later = { prefer: 'respond-async' };
  const answerWithin = (uploadAnswerSeconds: number) => Object.assign(portal.app.config, { uploadAnswerSeconds });
  afterEach(() => answerWithin(patience));
  const look = (surveyId: number, uploadId: number, token = staff.token) =>
    portal.call('GET /v1/survey-answers/{surveyId}/upload-responses/{uploadId}', {
      params: { surveyId, uploadId },
      token,
    });

  async function expectAccepted(published: FormVersion, { status, body, headers }: Awaited<ReturnType<typeof upload>>) {
    expect([status, body]).toEqual([202, { uploadId: expect.any(Number) }]);
    expect(headers).not.toHaveProperty('preference-applied');
    expect(await answersTo(published.id)).toEqual([]);
    await portal.runJobs();
    expect((await look(published.id, body.uploadId)).body).toMatchObject({ state: 'done', result: { created: 1 } });
    expect(await answersTo(published.id)).toHaveLength(1);
  }

  it('follows one that would wait too long for other lists', async () => {
    const published = await form();
    let end = () => {};
    const others = new Promise<void>((resolve) => {
      end = resolve;
    });
    const turn = listTurns.run(() => others);
    answerWithin(0.05);
    const accepted = await upload(published.id, 'Age\n36\n');
    end();
    await turn;
    await expectAccepted(published, accepted);
  });

  it('follows one that waits too long for another process', async () => {
    const published = await form();
    const accepted = await transaction(portal.app.db, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('response uploads ' || form_id, 0))
        from surveys where id = ${published.id}`.run(tx);
      answerWithin(0.5);
      return upload(published.id, 'Age\n36\n');
    });
    await expectAccepted(published, accepted);
  });

  it('is the same upload for the same Idempotency-Key', async () => {
    const published = await form();
    const key = { key: 'slow list' };
    answerWithin(0);
    const accepted = await upload(published.id, 'Age\n36\n', key);
    expect((await upload(published.id, 'Age\n36\n', key)).body).toEqual(accepted.body);
    answerWithin(patience);
    const again = await upload(published.id, 'Age\n36\n', key);
    expect([again.status, again.body]).toEqual([202, accepted.body]);
    await expectAccepted(published, again);
  });

  it('is queued if the call prefers it, finishes with a result, and drops its file', async () => {
    const published = await form();
    const csv = 'Age,Shoe size\n36,40\nold,41\n';
    const { status, body, headers } = await upload(published.id, csv, { headers: later });
    expect([status, headers['preference-applied']]).toEqual([202, 'respond-async']);
    const queued = { state: 'queued', done: 0, total: 0, result: null, message: null };
    expect((await look(published.id, body.uploadId)).body).toEqual(queued);
    await portal.runJobs();
    const rejected = [{ row: 3, reason: 'Age: Must be a number.' }];
    expect((await look(published.id, body.uploadId)).body).toEqual({
      state: 'done',
      done: 1,
      total: 1,
      result: { created: 1, rejected, unknownColumns: ['Shoe size'] },
      message: null,
    });
    expect(await sql`select from files where file_name = 'responses'`.many(portal.app.db)).toEqual([]);
  });

  it('is in the audit log as its sender', async () => {
    const published = await form();
    await upload(published.id, 'Age\n36\n', { headers: later });
    await portal.runJobs();
    const rows = await sql<{ actor_id: number; detail: object }>`select actor_id, detail from audit_log
      where action = 'survey-answer.upload' and entity_id = ${published.id}`.many(portal.app.db);
    expect(rows).toEqual([{ actor_id: staff.id, detail: { created: 1, rejected: 0 } }]);
  });

  it('restarts after an interruption with the same result', async () => {
    const published = await form();
    const { body } = await upload(published.id, 'Age\n36\n37\n', { headers: later });
    await sql`update member_uploads set state = 'working', done = 1, total = 2 where id = ${body.uploadId}`.run(
      portal.app.db,
    );
    await portal.runJobs();
    const { state, result } = (await look(published.id, body.uploadId)).body;
    expect([state, result.created]).toEqual(['done', 2]);
    expect(await answersTo(published.id)).toHaveLength(2);
  });

  it('fails with the reasons if no row can be used', async () => {
    const published = await form();
    const { body } = await upload(published.id, 'Age\nold\n', { headers: later });
    await portal.runJobs();
    expect((await look(published.id, body.uploadId)).body).toMatchObject({
      state: 'failed',
      message: 'No row can be used. Row 2: Age: Must be a number.',
      result: { created: 0, rejected: [{ row: 2 }], unknownColumns: [] },
    });
  });

  it('is visible only to its own organization, by its form', async () => {
    const published = await form();
    const { body } = await upload(published.id, 'Age\n36\n', { headers: later });
    expect((await look(published.id, body.uploadId)).status).toBe(200);
    expect((await look(published.id, body.uploadId, stranger.token)).status).toBe(404);
    expect((await look((await form()).id, body.uploadId)).status).toBe(404);
    for (const path of ['GET /v1/uploads/{id}', 'GET /v1/uploads/{id}/skipped-rows'] as const) {
      expect((await portal.call(path, { params: { id: body.uploadId }, token: staff.token })).status).toBe(404);
    }
    await portal.runJobs();
  });

  it('is deleted with its reasons after 30 days', async () => {
    const published = await form();
    const { body } = await upload(published.id, 'Age\n36\nold\n', { headers: later });
    await portal.runJobs();
    await sql`update member_uploads set update_timestamp = now() - interval '31 days' where id = ${body.uploadId}`.run(
      portal.app.db,
    );
    await runRetention(portal.app);
    expect((await look(published.id, body.uploadId)).status).toBe(404);
    expect(await answersTo(published.id)).toHaveLength(1);
  });

  describe('of an organization that has many', () => {
    const newStaff = async () => {
      const someone = await buildSignedIn(portal, (await buildOrganization(portal)).id);
      return { ...someone, form: await buildForm(portal, someone, [{ type: 'text', name: 'q' }]) };
    };
    const queue = ({ form: { id }, token }: Awaited<ReturnType<typeof newStaff>>) =>
      upload(id, 'q\nx\n', { headers: later, token });

    it('is refused from the 21st on, also if they come at the same time', async () => {
      const busy = await newStaff();
      const answers = await Promise.all(Array.from({ length: 25 }, () => queue(busy)));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(202), ...Array(5).fill(429)]);
      const { headers, body } = answers.find(({ status }) => status === 429) ?? {};
      expect([headers?.['retry-after'], body.message]).toEqual([
        '60',
        '20 lists of your organization are waiting to be imported. Please try again in a few minutes.',
      ]);
      await portal.runJobs();
      expect((await queue(busy)).status).toBe(202);
      await portal.runJobs();
    });

    it("doesn't delay the first of another one", async () => {
      const [busy, other] = [await newStaff(), await newStaff()];
      for (const who of [busy, busy, other]) await queue(who);
      await portal.runJobs();
      const rows = await sql<{ organization_id: number }>`select organization_id from audit_log
        where action = 'survey-answer.upload' and organization_id in (${busy.organizationId}, ${other.organizationId})
        order by id`.many(portal.app.db);
      const order = [busy, other, busy].map(({ organizationId }) => organizationId);
      expect(rows.map((row) => row.organization_id)).toEqual(order);
    });
  });
});

describe('an unusable file is refused:', () => {
  test.each<[string, () => Promise<Blob | string> | Blob | string, number]>([
    ['an empty file', () => '', 422],
    ['only headers', () => 'Age,Story\n', 422],
    ['no question in the headers', () => 'Shoe size\n44\n', 422],
    ['no usable row', () => 'Age\nold\n', 422],
    ['a picture', () => new Blob([Buffer.from('89504e470d0a1a0a0000', 'hex')]), 415],
    ['a pdf', () => new Blob([Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(20)])]), 415],
    ['an old spreadsheet', () => new Blob([Buffer.from('d0cf11e0a1b11ae10000', 'hex')]), 415],
    ['an OpenDocument spreadsheet', () => new Blob([new Uint8Array(buildOds())]), 415],
    ['a broken spreadsheet', () => new Blob([Buffer.from('504b0304ffffffff', 'hex')]), 422],
    ['unclosed quotes', () => `Age\n"${'x'.repeat(100)}`, 422],
    ['too many columns', () => `Age${',x'.repeat(600)}\n1\n`, 413],
    ['an endless row', () => `Age\n"${'x'.repeat(5_000_000)}"\n`, 422],
  ])('%s', async (_, content, status) => {
    const published = await form();
    const answer = await upload(published.id, await content());
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(/^[A-Z].*\.$/s)]);
    expect(await answersTo(published.id)).toEqual([]);
  });
});

it('refuses responses to archived, unknown or foreign forms', async () => {
  const published = await form();
  expect((await upload(published.id, 'Age\n1\n', { token: stranger.token })).status).toBe(404);
  expect((await upload(99_999_999, 'Age\n1\n')).status).toBe(404);
  await portal.call('POST /v1/surveys/{id}/archive', {
    params: { id: published.id },
    body: 'true',
    headers: { 'content-type': 'application/json' },
    token: staff.token,
  });
  expect((await upload(published.id, 'Age\n1\n')).status).toBe(410);
  expect(
    (
      await portal.call('POST /v1/survey-answers/{surveyId}/upload-responses', {
        params: { surveyId: published.id },
        body: {},
        token: staff.token,
      })
    ).status,
  ).toBe(410);
});
