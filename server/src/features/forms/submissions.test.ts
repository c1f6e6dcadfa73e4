import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn } from '../../testing/build.ts';
import { buildForm } from '../../testing/forms.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let portal: TestApp;
let staff: Awaited<ReturnType<typeof buildSignedIn>>;
let form: { id: number; uniqueSurveyId: string };
const ids: number[] = [];

const elements = [
  { type: 'radiogroup', name: 'home', title: 'Home', choices: ['steady', { value: 'risk', text: 'At risk' }, 'none'] },
  {
    type: 'checkbox',
    name: 'bills',
    title: 'Bills',
    choices: ['rent', { value: 'power', text: 'Electricity' }],
    showOtherItem: true,
  },
  { type: 'boolean', name: 'ride', title: 'Ride' },
  { type: 'rating', name: 'mood', title: 'Mood' },
  { type: 'text', name: 'age', title: 'Age', inputType: 'number' },
  { type: 'text', name: 'since', title: 'Since', inputType: 'date' },
  { type: 'comment', name: 'story', title: '=Story' },
  {
    type: 'matrix',
    name: 'parts',
    title: 'Parts',
    rows: [{ value: 'a', text: 'A row' }, 'b'],
    columns: [1, { value: 2, text: 'Well' }],
  },
  { type: 'ranking', name: 'order', title: 'Order', choices: ['x', 'y'] },
  {
    type: 'matrixdynamic',
    name: 'people',
    title: 'People',
    rowCount: 0,
    columns: [{ name: 'kind', title: 'Kind', cellType: 'dropdown', choices: ['child', 'adult'] }],
  },
  { type: 'multipletext', name: 'lines', title: 'Lines', items: [{ name: 'l1', title: 'Line' }] },
  { type: 'file', name: 'paper', title: 'Paper' },
];
const answers = [
  {
    home: 'steady',
    bills: ['rent'],
    ride: true,
    mood: 5,
    age: 30,
    since: '2026-01-05',
    story: 'Need food, food and rides',
    parts: { a: 1, b: 2 },
    order: ['x', 'y'],
    people: [{ kind: 'child' }, { kind: 'child' }],
    lines: { l1: 'z' },
  },
  {
    home: 'risk',
    bills: ['rent', 'power'],
    ride: false,
    mood: 3,
    age: 50,
    since: '2026-01-20',
    story: '=cmd() food',
    parts: { a: 2 },
    order: ['y', 'x'],
  },
  { home: 'risk', bills: ['other'], 'bills-Comment': '@sum', mood: 3, age: 40, since: '2026-02-01' },
];

beforeAll(async () => {
  portal = await startTestApp();
  // Detroit is five hours behind in winter.
  staff = await buildSignedIn(portal, (await buildOrganization(portal, { zipCode: '49007' })).id);
  form = await buildForm(portal, staff, elements);
  for (const [place, surveyAnswerJson] of answers.entries()) {
    const body = {
      surveyAnswerJson,
      surveyUniqueId: form.uniqueSurveyId,
      version: 1,
      userFirstName: `Person${place}`,
      userLastName: ['Zeta', 'alpha', 'Mid'][place],
      ...(place === 2 && { userBirthDate: '1984-03-09', userPhoneNumber: '+12695550150' }),
    };
    const { body: sent, status } = await portal.call('POST /v1/survey-answers/submit', { body });
    expect([status, sent]).toEqual([201, { id: expect.any(Number), serviceRequested: false }]);
    ids.push(sent.id);
  }
  for (const [id, at] of [
    [ids[0], '2026-03-01T04:30:00Z'],
    [ids[1], '2026-03-01T12:00:00Z'],
    [ids[2], '2026-03-02T04:30:00Z'],
  ]) {
    await sql`update survey_answers set create_timestamp = ${at}::timestamptz where id = ${id}`.run(portal.app.db);
  }
  const edit = {
    ...form,
    organizationId: staff.organizationId,
    version: 1,
    title: 'Intake',
    data: { elements: [{ type: 'radiogroup', name: 'home', title: 'Your home', choices: ['steady', 'risk'] }] },
  };
  const { id, uniqueSurveyId, organizationId, version, title, data } = edit;
  const published = await portal.call('PUT /v1/surveys/{id}', {
    params: { id },
    body: { id, uniqueSurveyId, organizationId, version, title, data },
    token: staff.token,
  });
  expect(published.status).toBe(200);
});
afterAll(() => portal.close());

const list = (query: Record<string, string> = {}) =>
  portal.call('GET /v1/surveys/{id}/answers', { params: { id: form.id }, query, token: staff.token });
const found = async (query: Record<string, string>) =>
  (await list({ page: '0', ...query })).body.content.map(({ id }: { id: number }) => ids.indexOf(id));

describe('submissions', () => {
  it('are a plain list, newest first, with a total', async () => {
    const { body, headers } = await list();
    expect(body.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
    expect(headers['x-total-count']).toBe('3');
    expect(body[2]).toMatchObject({ surveyId: form.id, version: 1, user: { firstName: 'Person0' }, data: answers[0] });
  });

  it('are paged, sorted and searched', async () => {
    expect((await list({ page: '1', size: '2' })).body).toMatchObject({
      totalElements: 3,
      totalPages: 2,
      size: 2,
      number: 1,
      content: [{ id: ids[0] }],
    });
    expect(await found({ sort: 'lastName,asc' })).toEqual([1, 2, 0]);
    expect(await found({ sort: 'id,asc' })).toEqual([0, 1, 2]);
    expect(await found({ sort: 'version,desc' })).toEqual([2, 1, 0]);
    expect(await found({ search: 'ZETA' })).toEqual([0]);
    expect(await found({ search: 'rent power' })).toEqual([1]);
    expect(await found({ search: '100%' })).toEqual([]);
    expect((await list({ page: '0', sort: 'data,asc' })).status).toBe(400);
  });

  it.each([
    ['a page', { search: 'power', page: '0' }, 'power'],
    ['the plain list', { search: 'rent power' }, 'rent power'],
  ])('are logged with the search and the answers that %s shows', async (_name, query, search) => {
    await list(query);
    const [row] = await sql<{ asked: string; shown: number[] }>`
      select asked, detail -> 'shown' as shown from audit_log l join audit_asked q on q.audit_id = l.id
      where action = 'survey-answer.list' and entity_id = ${form.id} order by l.id desc limit 1`.many(portal.app.db);
    expect(JSON.parse(row?.asked ?? '')).toMatchObject({ search });
    expect(row?.shown).toEqual([ids[1]]);
  });

  it('are filtered by local days or timestamps', async () => {
    expect(await found({ fromDate: '2026-03-01' })).toEqual([2, 1]);
    expect(await found({ toDate: '2026-02-28' })).toEqual([0]);
    expect(await found({ fromDate: '2026-03-01', toDate: '2026-03-01' })).toEqual([2, 1]);
    expect(await found({ toDate: '2026-03-01T12:00:00Z' })).toEqual([1, 0]);
    expect((await list({ fromDate: 'yesterday' })).status).toBe(400);
  });

  it("are found by a member's new name", async () => {
    const { userId } = (await list()).body[0];
    await portal.call('PUT /v1/users/{id}', {
      params: { id: userId },
      body: { lastName: 'Renamed' },
      token: staff.token,
    });
    expect(await found({ search: 'renamed' })).toEqual([2]);
  });
});

describe('the export', () => {
  const read = (format: string) =>
    portal.call('GET /v1/surveys/{id}/answers/export', {
      params: { id: form.id },
      query: { format },
      token: staff.token,
    });

  it('is a CSV file with formulas escaped', async () => {
    const { status, headers, bytes } = await read('csv');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/csv');
    expect(headers['content-disposition']).toContain('Intake V.2 responses.csv');
    const [header = '', ...rows] = bytes.toString('utf8').trimEnd().split('\r\n');
    expect(header.split(',').slice(0, 11)).toEqual([
      'Response ID',
      'Submitted At',
      'Version',
      'First Name',
      'Last Name',
      'Date of Birth',
      'Phone Number',
      'Your home',
      'Bills',
      'Bills (comment)',
      'Ride',
    ]);
    expect(rows).toHaveLength(3);
    expect(rows[2]).toContain(
      'Person0,Zeta,,,steady,rent,,Yes,5,30,01/05/2026,"Need food, food and rides",A row: 1; b: Well,x; y,Kind: child; Kind: child,Line: z,',
    );
    expect(bytes.toString('utf8')).not.toMatch(/(^|,|\n)"?[=@]/);
    expect(rows[1]).toContain("'=cmd() food");
    expect(rows[0]).toContain("'@sum");
  });

  it("shows US dates, and times in the organization's zone", async () => {
    const lines = (await read('csv')).bytes.toString('utf8').split('\r\n');
    expect(lines[1]).toContain(',03/01/2026 11:30:00 PM,1,Person2,Mid,03-09-1984,(269) 555-0150,');
  });

  it('has typed dates and numbers in a spreadsheet', async () => {
    const { bytes } = await read('xlsx');
    const sheet = (await readXlsx(bytes)).sheets[0];
    expect(sheet?.rows).toHaveLength(4);
    const header = sheet?.rows[0] ?? [];
    const newest = (name: string) => sheet?.rows[1]?.[header.indexOf(name)];
    expect(['Submitted At', 'Date of Birth', 'Since'].map(newest)).toEqual([
      new Date('2026-03-01T23:30:00Z'),
      new Date('1984-03-09'),
      new Date('2026-02-01'),
    ]);
    expect(['Version', 'Mood', 'Age'].map(newest)).toEqual([1, 3, 40]);
    expect(['First Name', 'Phone Number', 'Your home'].map(newest)).toEqual(['Person2', '(269) 555-0150', 'risk']);
  });

  it('refuses other formats', async () => {
    expect((await read('pdf')).status).toBe(400);
  });
});

describe('the analytics', () => {
  const figures = async (query: Record<string, string> = {}) =>
    (await portal.call('GET /v1/surveys/{id}/analytics', { params: { id: form.id }, query, token: staff.token })).body;
  // biome-ignore lint/suspicious/noExplicitAny: figures as the wire shows them
  const of = (all: any, name: string) => all.questions.find((question: any) => question.name === name);
  const counts = (all: unknown, name: string) =>
    of(all, name).counts.map(({ row, label, count }: { row: string | null; label: string; count: number }) => [
      ...(row === null ? [] : [row]),
      label,
      count,
    ]);

  it('cover all versions, with the newest wording and unused choices', async () => {
    const all = await figures();
    expect(all.answers).toBe(3);
    expect(all.questions.map(({ name }: { name: string }) => name)).toEqual(elements.map(({ name }) => name));
    expect(of(all, 'home')).toMatchObject({ title: 'Your home', type: 'radiogroup', answered: 3, numbers: null });
    expect(counts(all, 'home')).toEqual([
      ['steady', 1],
      ['risk', 2],
      ['none', 0],
    ]);
    expect(counts(all, 'bills')).toEqual([
      ['rent', 2],
      ['Electricity', 1],
      ['Other', 1],
    ]);
    expect(counts(all, 'ride')).toEqual([
      ['Yes', 1],
      ['No', 1],
    ]);
    expect(of(all, 'ride').answered).toBe(2);
  });

  it('count ratings, rows and ranks in form order', async () => {
    const all = await figures();
    expect(counts(all, 'mood')).toEqual([
      ['1', 0],
      ['2', 0],
      ['3', 2],
      ['4', 0],
      ['5', 1],
    ]);
    expect(counts(all, 'parts')).toEqual([
      ['A row', '1', 1],
      ['A row', 'Well', 1],
      ['b', '1', 0],
      ['b', 'Well', 1],
    ]);
    expect(counts(all, 'order')).toEqual([
      ['1', 'x', 1],
      ['1', 'y', 1],
      ['2', 'x', 1],
      ['2', 'y', 1],
    ]);
    expect(counts(all, 'people')).toEqual([['Kind', 'child', 2]]);
    expect(counts(all, 'lines')).toEqual([['Line', 'z', 1]]);
    expect(counts(all, 'paper')).toEqual([]);
  });

  it('show dates on a timeline without gaps, and submissions by day', async () => {
    const all = await figures();
    expect(counts(all, 'since')).toEqual([]);
    const days = of(all, 'since').timeline.points;
    expect([days.length, days[0], days[1], days[15], days.at(-1)]).toEqual([
      28,
      { start: '2026-01-05', count: 1 },
      { start: '2026-01-06', count: 0 },
      { start: '2026-01-20', count: 1 },
      { start: '2026-02-01', count: 1 },
    ]);
    expect(all.overTime).toEqual({
      unit: 'day',
      points: [
        { start: '2026-02-28', count: 1 },
        { start: '2026-03-01', count: 2 },
      ],
    });
  });

  it('group numbers into ranges of whole numbers', async () => {
    const { numbers } = of(await figures(), 'age');
    expect(numbers).toMatchObject({ minimum: 30, maximum: 50, mean: 40, median: 40, total: 120 });
    expect(numbers.histogram).toEqual([
      { from: 30, to: 34, count: 1 },
      { from: 35, to: 39, count: 0 },
      { from: 40, to: 44, count: 1 },
      { from: 45, to: 49, count: 0 },
      { from: 50, to: 54, count: 1 },
    ]);
  });

  it('cover a form with 500 questions', async () => {
    const many = Array.from({ length: 500 }, (_, n) => ({ type: 'text', name: `q${n}` }));
    const { id } = await buildForm(portal, staff, many);
    const answer = await portal.call('GET /v1/surveys/{id}/analytics', { params: { id }, token: staff.token });
    expect([answer.status, answer.body.questions.length]).toEqual([200, 500]);
  });

  it('cover a period and include questions without answers', async () => {
    expect((await figures({ fromDate: '2026-03-01' })).answers).toBe(2);
    const none = await figures({ fromDate: '2030-01-01' });
    expect(none.answers).toBe(0);
    expect(of(none, 'age')).toMatchObject({ answered: 0, counts: [], numbers: null });
    expect(counts(none, 'home')).toEqual([
      ['steady', 0],
      ['risk', 0],
      ['none', 0],
    ]);
  });
});
