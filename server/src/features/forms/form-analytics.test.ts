import type { QuestionFigures } from '@kinbridge/contract/forms/form-answers.contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn } from '../../testing/build.ts';
import { buildForm } from '../../testing/forms.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { wordAnswers } from './form-analytics.queries.ts';

let portal: TestApp;
let staff: Awaited<ReturnType<typeof buildSignedIn>>;
let id: number;

const choices = ['rent', 'heat', 'water', 'phone'];
const rows = ['Food', 'Home'];
const columns = ['Never', 'Often'];
const elements = [
  { type: 'radiogroup', name: 'one', choices },
  { type: 'checkbox', name: 'several', choices },
  { type: 'ranking', name: 'order', choices },
  { type: 'matrix', name: 'grid', rows, columns },
  { type: 'paneldynamic', name: 'people', templateElements: [{ type: 'dropdown', name: 'kind', choices }] },
  { type: 'rating', name: 'mood' },
  { type: 'text', name: 'age', inputType: 'number' },
  { type: 'text', name: 'since', inputType: 'date' },
  { type: 'comment', name: 'story' },
];

interface Answer {
  one?: string;
  several: string[];
  order: string[];
  grid: Record<string, string>;
  people: { kind: string }[];
  mood: number;
  age: number;
  since: string;
  story: string;
}

/** Coprime cycles make many combinations of answers; every seventh leaves out a question. */
const answers: Answer[] = Array.from({ length: wordAnswers + 120 }, (_, n) => {
  const pick = (list: string[], by: number) => list[Math.floor(n / by) % list.length] ?? '';
  return {
    ...(n % 7 !== 0 && { one: pick(choices, 1) }),
    several: choices.filter((_choice, place) => Math.floor(n / 3) % (place + 2) === 0),
    order: choices.map((_choice, place) => choices[(place + n) % choices.length] ?? ''),
    grid: Object.fromEntries(rows.map((row, place) => [row, pick(columns, place + 2)])),
    people: Array.from({ length: n % 4 }, (_person, place) => ({ kind: pick(choices, place + 1) })),
    mood: 1 + (n % 5),
    age: (n * 37) % 91,
    since: `2026-0${1 + (n % 9)}-11`,
    story: `${pick(choices, 5)} ${pick(choices, 11)} ${n < 120 ? 'longago' : 'lately'} ${'-'.repeat(50)}`,
  };
});

/** Counts each text in plain code. */
function tally(values: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

async function figures(): Promise<{ answers: number; of: (name: string) => QuestionFigures }> {
  const { body } = await portal.call('GET /v1/surveys/{id}/analytics', { params: { id }, token: staff.token });
  return { answers: body.answers, of: (name) => body.questions.find((one: QuestionFigures) => one.name === name) };
}

const counted = ({ counts }: QuestionFigures) =>
  Object.fromEntries(
    counts.filter(({ count }) => count > 0).map(({ row, label, count }) => [row ? `${row}/${label}` : label, count]),
  );

beforeAll(async () => {
  portal = await startTestApp();
  staff = await buildSignedIn(portal, (await buildOrganization(portal)).id);
  id = (await buildForm(portal, staff, elements)).id;
  const texts = answers.map((answer) => JSON.stringify(answer));
  await sql`insert into survey_answers (form_id, survey_id, data, source, create_timestamp)
    select s.form_id, s.id, d, 'upload', timestamptz '2026-01-01' + interval '1 minute' * n
    from surveys s, unnest(${texts}::jsonb[]) with ordinality as a (d, n) where s.id = ${id}`.run(portal.app.db);
});

afterAll(() => portal.close());

describe('analytics of many answers', () => {
  it('match counting the answers one by one', async () => {
    const { answers: total, of } = await figures();
    expect(total).toBe(answers.length);
    const ones = answers.flatMap(({ one }) => one ?? []);
    expect(of('one').answered).toBe(ones.length);
    expect(counted(of('one'))).toEqual(tally(ones));
    expect(counted(of('several'))).toEqual(tally(answers.flatMap(({ several }) => several)));
    expect(counted(of('order'))).toEqual(
      tally(answers.flatMap(({ order }) => order.map((choice, place) => `${place + 1}/${choice}`))),
    );
    expect(counted(of('grid'))).toEqual(
      tally(answers.flatMap(({ grid }) => Object.entries(grid).map((cell) => cell.join('/')))),
    );
    expect(of('people').entries).toBe(answers.flatMap(({ people }) => people).length);
    expect(counted(of('people'))).toEqual(
      tally(answers.flatMap(({ people }) => people.map(({ kind }) => `kind/${kind}`))),
    );
    expect(counted(of('mood'))).toEqual(tally(answers.map(({ mood }) => String(mood))));
    const { unit, points } = of('since').timeline ?? { points: [] };
    expect(unit).toBe('month');
    expect(Object.fromEntries(points.map(({ start, count }) => [start, count]))).toEqual(
      tally(answers.map(({ since }) => `${since.slice(0, 7)}-01`)),
    );
  });

  it('match the statistics of a plain list of numbers', async () => {
    const { numbers } = (await figures()).of('age');
    const ages = answers.map(({ age }) => age).sort((a, b) => a - b);
    const total = ages.reduce((sum, age) => sum + age, 0);
    const middle = ((ages[ages.length / 2 - 1] ?? 0) + (ages[ages.length / 2] ?? 0)) / 2;
    expect(numbers).toMatchObject({ minimum: 0, maximum: 90, total, median: middle });
    expect(numbers?.mean).toBeCloseTo(total / ages.length);
    expect(numbers?.histogram.map(({ count }) => count)).toEqual(
      Array.from({ length: 10 }, (_, place) => ages.filter((age) => Math.floor(age / 10) === place).length),
    );
  });

  it('include statistics for ratings', async () => {
    const { numbers } = (await figures()).of('mood');
    const total = answers.reduce((sum, { mood }) => sum + mood, 0);
    expect(numbers).toMatchObject({ minimum: 1, maximum: 5, median: 3, total });
    expect(numbers?.mean).toBeCloseTo(total / answers.length);
  });

  it('take words only from the latest answers and report it', async () => {
    const story = (await figures()).of('story');
    expect(story).toMatchObject({ answered: answers.length, wordsOfLatest: wordAnswers });
    const latest = answers.slice(-wordAnswers);
    expect(counted(story)).toEqual(
      tally(latest.flatMap((answer) => [...new Set(answer.story.split(' ').slice(0, 3))])),
    );
    expect((await figures()).of('one')).not.toHaveProperty('wordsOfLatest');
  });

  it('update with each new answer', async () => {
    const before = await figures();
    expect(await figures()).toMatchObject({ answers: before.answers });
    await sql`insert into survey_answers (form_id, survey_id, data, source)
      select s.form_id, s.id, '{"one": "rent"}', 'link' from surveys s where s.id = ${id}`.run(portal.app.db);
    const after = await figures();
    expect(after.answers).toBe(before.answers + 1);
    expect(counted(after.of('one')).rent).toBe((counted(before.of('one')).rent ?? 0) + 1);
  });
});

describe('analytics of a form', () => {
  const keep = (surveyId: number, answer: string) =>
    sql`insert into survey_answers (form_id, survey_id, data, source)
      select s.form_id, s.id, ${answer}::jsonb, 'link' from surveys s where s.id = ${surveyId}`.run(portal.app.db);
  const figuresOf = async (surveyId: number) =>
    portal.call('GET /v1/surveys/{id}/analytics', { params: { id: surveyId }, token: staff.token });

  it('group short answers, ignoring case and spaces', async () => {
    const form = await buildForm(portal, staff, [
      { type: 'text', name: 'call', title: 'When may we call?' },
      { type: 'comment', name: 'note' },
      { type: 'text', name: 'at', inputType: 'time' },
    ]);
    for (const call of ['after 5 PM', 'After 5 pm ', 'after  5 PM', 'any time'])
      await keep(form.id, JSON.stringify({ call, note: call, at: '17:30' }));
    const { questions } = (await figuresOf(form.id)).body;
    const exact = [
      { row: null, label: 'after 5 PM', count: 3 },
      { row: null, label: 'any time', count: 1 },
    ];
    expect(questions.map(({ counts }: QuestionFigures) => counts)).toEqual([
      exact,
      exact,
      [{ row: null, label: '5:30 PM', count: 4 }],
    ]);
  });

  it('count only people who saw a conditional question', async () => {
    const form = await buildForm(portal, staff, [
      { type: 'boolean', name: 'ride' },
      { type: 'text', name: 'where', visibleIf: '{ride} = true' },
      { type: 'checkbox', name: 'bills', choices: ['rent', 'heat', 'water'] },
      {
        type: 'panel',
        name: 'more',
        visibleIf: "{bills} anyof ['rent', 'heat']",
        elements: [{ type: 'text', name: 'due', visibleIf: '{ride} = true' }],
      },
      { type: 'text', name: 'odd', visibleIf: 'age({due}) > 3' },
    ]);
    await keep(form.id, '{"ride": true, "where": "Clinic", "bills": ["heat"]}');
    await keep(form.id, '{"ride": true, "bills": ["water"]}');
    await keep(form.id, '{"ride": false, "bills": ["rent"]}');
    const { questions } = (await figuresOf(form.id)).body;
    const seen = questions.map(({ name, answered, seen }: QuestionFigures) => [name, answered, seen]);
    expect(seen).toEqual([
      ['ride', 3, 3],
      ['where', 1, 2],
      ['bills', 3, 3],
      ['due', 0, 1],
      ['odd', 0, 3],
    ]);
  });

  it('count only people whose version had a question', async () => {
    const form = await buildForm(portal, staff, [{ type: 'boolean', name: 'old' }]);
    await keep(form.id, '{"old": true}');
    const second = JSON.stringify({ elements: [{ type: 'boolean', name: 'new' }] });
    const { id } = await sql<{ id: number }>`
      with next as (insert into surveys (form_id, version, original_survey_id, title, data)
        select s.form_id, 2, s.id, s.title, ${second}::json from surveys s where s.id = ${form.id} returning id)
      select id from next`.one(portal.app.db);
    for (let n = 0; n < 2; n++) await keep(id, '{"new": false}');
    const { questions } = (await figuresOf(form.id)).body;
    expect(questions.map(({ name, seen }: QuestionFigures) => [name, seen])).toEqual([
      ['new', 2],
      ['old', 1],
    ]);
  });

  it('put fractions into round ranges and whole numbers into whole ones', async () => {
    const form = await buildForm(portal, staff, [
      { type: 'text', name: 'miles', inputType: 'number' },
      { type: 'text', name: 'same', inputType: 'number' },
      { type: 'text', name: 'children', inputType: 'number' },
    ]);
    for (const [place, miles] of [0.3, 0.6, 0.7].entries())
      await keep(form.id, JSON.stringify({ miles, same: 4, children: place + 1 }));
    const [miles, same, children] = (await figuresOf(form.id)).body.questions;
    expect(miles.numbers.histogram).toEqual([
      { from: 0.3, to: 0.35, count: 1 },
      ...[0.35, 0.4, 0.45, 0.5, 0.55].map((from) => ({ from, to: Number((from + 0.05).toFixed(2)), count: 0 })),
      { from: 0.6, to: 0.65, count: 1 },
      { from: 0.65, to: 0.7, count: 0 },
      { from: 0.7, to: 0.75, count: 1 },
    ]);
    expect(same.numbers.histogram).toEqual([{ from: 4, to: 4, count: 3 }]);
    expect(children.numbers.histogram).toEqual([1, 2, 3].map((from) => ({ from, to: from, count: 1 })));
  });

  it('leave out absurd numbers stored earlier', async () => {
    const huge = ['1e308', '-1.7e308', `1${'0'.repeat(400)}`];
    const number = await buildForm(portal, staff, [
      { type: 'text', name: 'n', inputType: 'number' },
      { type: 'expression', name: 'e', expression: '1' },
      { type: 'rating', name: 'r' },
    ]);
    for (const n of [...huge, ...huge, '4', '6']) await keep(number.id, `{"n": ${n}, "e": ${n}, "r": ${n}}`);
    const { status, body } = await figuresOf(number.id);
    expect([status, body.answers]).toEqual([200, 8]);
    for (const { answered, numbers } of body.questions) {
      expect(answered).toBe(8);
      expect(numbers).toMatchObject({ minimum: 4, maximum: 6, mean: 5, total: 10 });
    }
    const only = await buildForm(portal, staff, [{ type: 'text', name: 'n', inputType: 'number' }]);
    await keep(only.id, '{"n": 1e308}');
    expect((await figuresOf(only.id)).body.questions[0]).toMatchObject({ answered: 1, numbers: null });
  });

  it('list only chosen cells of a 2,000 by 2,000 grid', async () => {
    const names = (letter: string) => Array.from({ length: 2_000 }, (_, n) => `${letter}${n}`);
    const grid = { type: 'matrix', name: 'grid', rows: names('r'), columns: names('c') };
    const order = { type: 'ranking', name: 'order', choices: names('k') };
    const large = await buildForm(portal, staff, [grid, order]);
    await keep(large.id, '{"grid": {"r7": "c9", "r1999": "c0"}, "order": ["k5", "k3"]}');
    await keep(large.id, '{"grid": {"r7": "c9"}}');
    const { status, body, bytes } = await figuresOf(large.id);
    expect(status).toBe(200);
    expect(body.questions).toMatchObject([
      {
        answered: 2,
        countsOnly: 'chosen',
        counts: [
          { row: 'r7', label: 'c9', count: 2 },
          { row: 'r1999', label: 'c0', count: 1 },
        ],
      },
      {
        answered: 1,
        countsOnly: 'chosen',
        counts: [
          { row: '1', label: 'k5' },
          { row: '2', label: 'k3' },
        ],
      },
    ]);
    expect(bytes.length).toBeLessThan(2_000);
  });

  it('list the most frequent answers of a dense grid', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `n${n}`);
    const dense = await buildForm(portal, staff, [{ type: 'matrix', name: 'grid', rows: names, columns: names }]);
    for (const column of names)
      await keep(dense.id, JSON.stringify({ grid: Object.fromEntries(names.map((row) => [row, column])) }));
    await keep(dense.id, '{"grid": {"n59": "n59"}}');
    const [question] = (await figuresOf(dense.id)).body.questions;
    expect(question).toMatchObject({ answered: 61, countsOnly: 'mostFrequent' });
    expect(question.counts).toHaveLength(2_500);
    expect(question.counts[0]).toEqual({ row: 'n59', label: 'n59', count: 2 });
  });

  it('list every combination of an ordinary grid', async () => {
    const [lines, marks] = [50, 12].map((size) => Array.from({ length: size }, (_, n) => `n${n}`));
    const usual = await buildForm(portal, staff, [{ type: 'matrix', name: 'grid', rows: lines, columns: marks }]);
    for (const mark of marks ?? []) {
      await keep(usual.id, JSON.stringify({ grid: Object.fromEntries((lines ?? []).map((line) => [line, mark])) }));
    }
    const [question] = (await figuresOf(usual.id)).body.questions;
    expect(question).not.toHaveProperty('countsOnly');
    expect(question.counts.map(({ count }: { count: number }) => count)).toEqual(Array(600).fill(1));
  });

  it('stay small when many grids repeat long labels', async () => {
    const row = 'x'.repeat(2_000);
    const columns = Array.from({ length: 100 }, (_, n) => n);
    const grids = Array.from({ length: 150 }, (_, n) => ({ type: 'matrix', name: `g${n}`, rows: [row], columns }));
    const { status, bytes } = await figuresOf((await buildForm(portal, staff, grids)).id);
    expect(status).toBe(200);
    expect(bytes.length).toBeLessThan(9_000_000);
  });

  it('combine many versions, reading each once', async () => {
    const many = Array.from({ length: 500 }, (_, n) => ({ type: 'dropdown', name: `q${n}`, choices: ['new'] }));
    const first = await buildForm(portal, staff, many);
    const older = JSON.stringify({ elements: many.map((question) => ({ ...question, choices: ['old'] })) });
    await sql`insert into surveys (form_id, version, original_survey_id, title, data)
      select s.form_id, v, s.id, s.title, ${older}::json from surveys s, generate_series(2, 120) v
      where s.id = ${first.id}`.run(portal.app.db);
    const { status, body } = await figuresOf(first.id);
    expect([status, body.questions.length]).toEqual([200, 500]);
    expect(body.questions[499].counts.map(({ label }: { label: string }) => label)).toEqual(['old', 'new']);
  });
});
