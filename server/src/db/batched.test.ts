import { expect, it } from 'vitest';
import { Batcher } from './batched.ts';

/** A batcher whose statements end when the test says so. */
function held() {
  const sent: { items: string[]; end(): void; fail(error: Error): void }[] = [];
  const batcher = new Batcher<string, string>(
    (items) =>
      new Promise((resolve, reject) => {
        const answers = items.map((item) => `${item} by ${sent.length}`);
        sent.push({ items, end: () => resolve(answers), fail: reject });
      }),
    3,
  );
  return { batcher, sent };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('batches items of one turn, or queued behind two running statements', async () => {
  const { batcher, sent } = held();
  const first = ['a', 'b'].map((item) => batcher.add(item));
  await turn();
  const second = batcher.add('c');
  await turn();
  const others = ['d', 'e'].map((item) => batcher.add(item));
  await turn();
  expect(sent.map(({ items }) => items)).toEqual([['a', 'b'], ['c']]);
  sent[0]?.end();
  expect(await Promise.all(first)).toEqual(['a by 0', 'b by 0']);
  await turn();
  expect(sent.map(({ items }) => items)).toEqual([['a', 'b'], ['c'], ['d', 'e']]);
  sent[1]?.end();
  sent[2]?.end();
  // Never from a statement that was already running when they arrived.
  expect(await Promise.all([second, ...others])).toEqual(['c by 1', 'd by 2', 'e by 2']);
});

it('sends the rest of a large batch with the second statement', async () => {
  const { batcher, sent } = held();
  const answers = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((item) => batcher.add(item));
  await turn();
  await turn();
  expect(sent.map(({ items }) => items)).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e', 'f'],
  ]);
  sent[0]?.end();
  await answers[0];
  await turn();
  await turn();
  expect(sent[2]?.items).toEqual(['g']);
  sent[2]?.end();
  expect(await answers[6]).toBe('g by 2');
});

it('sends what waits for two slow statements', async () => {
  const { batcher, sent } = held();
  for (const item of ['slow', 'also slow', 'quick']) {
    void batcher.add(item);
    await turn();
  }
  expect(sent.map(({ items }) => items)).toEqual([['slow'], ['also slow']]);
  await expect.poll(() => sent[2]?.items).toEqual(['quick']);
});

it.each([
  ['refused', '23514'],
  ['too slow', '57014'],
])('fails only the item that is %s', async (_, code) => {
  const sent: string[][] = [];
  const batcher = new Batcher<string, string>(async (items) => {
    sent.push(items);
    await turn();
    if (items.includes('bad')) throw Object.assign(new Error('bad'), { code });
    return items;
  }, 10);
  const settled = await Promise.allSettled(['a', 'b', 'bad', 'c'].map((item) => batcher.add(item)));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(sent).toEqual([['a', 'b', 'bad', 'c'], ['a'], ['b'], ['bad'], ['c']]);
  expect(await batcher.add('later')).toBe('later');
});

it('fails all items of a statement after a lost connection', async () => {
  const { batcher, sent } = held();
  const answers = ['a', 'b', 'c'].map((item) => batcher.add(item));
  await turn();
  sent[0]?.fail(new Error('Connection terminated unexpectedly'));
  const settled = await Promise.allSettled(answers);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(sent).toHaveLength(1);
});
