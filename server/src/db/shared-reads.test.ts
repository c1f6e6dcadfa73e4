import { expect, it } from 'vitest';
import type { Query } from './query.ts';
import { SharedReads } from './shared-reads.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const query = (text: string, ...values: unknown[]): Query => ({
  text,
  values,
  plan: 'auto',
  short: false,
  shared: true,
});

/** Reads that end when the test says so. */
function held() {
  const sent: { query: Query; end(answer: string): void; fail(): void }[] = [];
  const reads = new SharedReads<string>(
    (asked) =>
      new Promise((resolve, reject) => {
        sent.push({ query: asked, end: resolve, fail: () => reject(new Error('refused')) });
      }),
  );
  return { reads, sent };
}

it('tells values apart as the database does', async () => {
  const { reads, sent } = held();
  for (const value of [null, undefined, 'null', Number.NaN, 1, '1', [1], new Date(0), new Date(1)]) {
    void reads.ask(query('select $1', value));
  }
  await turn();
  expect(sent.map(({ query: { values } }) => values[0])).toEqual([
    null,
    'null',
    Number.NaN,
    1,
    [1],
    new Date(0),
    new Date(1),
  ]);
});

it.each(['answered', 'refused'])('forgets a read that was %s', async (how) => {
  const { reads, sent } = held();
  const asked = [1, 2].map((id) => reads.ask(query('select $1', id)).catch(() => 'refused'));
  await turn();
  expect(reads.texts).toBe(1);
  for (const { end, fail } of sent) how === 'answered' ? end(how) : fail();
  expect(await Promise.all(asked)).toEqual([how, how]);
  await turn();
  expect(reads.texts).toBe(0);
});

it('forgets a slow read, and answers it later', async () => {
  const { reads, sent } = held();
  const slow = reads.ask(query('select slowly'));
  await expect.poll(() => reads.texts).toBe(0);
  const next = reads.ask(query('select slowly'));
  await turn();
  sent[0]?.end('first');
  await slow;
  await turn();
  expect(reads.texts).toBe(1);
  sent[1]?.end('second');
  expect([await slow, await next]).toEqual(['first', 'second']);
});
