import { setImmediate } from 'node:timers/promises';
import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { listTurns } from '../../outside/spreadsheets/list-turns.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../../testing/build.ts';
import { buildForm } from '../../testing/forms.ts';
import { buildOds, buildXlsx } from '../../testing/spreadsheets.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { lockMembersOf, matchOrCreateMember } from '../members/members.commands.ts';

let portal: TestApp;
let staff: Awaited<ReturnType<typeof buildSignedIn>>;
let stranger: Awaited<ReturnType<typeof buildSignedIn>>;
let elements: Record<string, unknown>[];

beforeAll(async () => {
  portal = await startTestApp();
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
  { token = staff.token, part = 'file', name = 'list.csv', key = '' } = {},
) => {
  const file = new File([content], name);
  return portal.call('POST /v1/survey-answers/{surveyId}/upload-responses', {
    params: { surveyId },
    parts: { [part]: file },
    token,
    headers: key === '' ? {} : { 'idempotency-key': key },
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
      'Age,Your home,First Name,Last Name,Version,Submitted At',
      '36,steady,,,,',
      'old,steady,,,,',
      '36,castle,,,,',
      '36,steady,Eve,,,',
      '36,steady,,,9,',
      '36,steady,,,,someday',
      '',
      '37,steady,,,V.1,',
    ].join('\n');
    const { status, body } = await upload(published.id, csv);
    expect([status, body.created]).toEqual([200, 2]);
    expect(body.rejected).toEqual([
      { row: 3, reason: 'Age: Must be a number.' },
      { row: 4, reason: "Your home: 'castle' isn't one of the choices." },
      { row: 5, reason: 'Last Name is required.' },
      { row: 6, reason: 'This form has no version 9.' },
      { row: 7, reason: 'Submitted At: Must be a date, or a date and time.' },
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

it('asks to try again if a response upload would wait too long for other lists', async () => {
  const published = await form();
  let end = () => {};
  const others = new Promise<void>((resolve) => {
    end = resolve;
  });
  const turn = listTurns.run(() => others);
  Object.assign(portal.app.config, { uploadAnswerSeconds: 0.05 });
  const { status, headers, body } = await upload(published.id, 'Age\n36\n');
  expect([status, headers['retry-after'], body.message]).toEqual([
    429,
    '30',
    'Other lists are being imported. Please try again in a minute.',
  ]);
  Object.assign(portal.app.config, { uploadAnswerSeconds: 25 });
  end();
  await turn;
  expect((await upload(published.id, 'Age\n36\n')).body.created).toBe(1);
  expect(await answersTo(published.id)).toHaveLength(1);
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
