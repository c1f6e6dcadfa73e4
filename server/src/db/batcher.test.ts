import { expect, it } from 'vitest';
import { Batcher } from './batcher.ts';

/** A batcher whose statements end when the test says so. */
function held() {
  const sent: { items: string[]; end(): void; fail(error: Error): void }[] = [];
  const batcher = new Batcher<string, string>(
    (items) =>
      new Promise((resolve, reject) => {
        const answers = items.map((item) => `${item} by ${sent.length}`);
        sent.push({ items, end: () => resolve(answers), fail: reject });
      }),
  );
  return { batcher, sent };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('sends the first item alone, and what arrives while it is under way as one', async () => {
  const { batcher, sent } = held();
  const first = batcher.add('a');
  const others = ['b', 'c', 'd'].map((item) => batcher.add(item));
  expect(sent.map(({ items }) => items)).toEqual([['a']]);
  sent[0]?.end();
  expect(await first).toBe('a by 0');
  await turn();
  expect(sent.map(({ items }) => items)).toEqual([['a'], ['b', 'c', 'd']]);
  sent[1]?.end();
  // Never by a statement that was under way when they came.
  expect(await Promise.all(others)).toEqual(['b by 1', 'c by 1', 'd by 1']);
});

it('fails the one item that is refused, and no other', async () => {
  const sent: string[][] = [];
  const batcher = new Batcher<string, string>(async (items) => {
    sent.push(items);
    await turn();
    if (items.includes('bad')) throw new Error('refused');
    return items;
  });
  const settled = await Promise.allSettled(['a', 'b', 'bad', 'c'].map((item) => batcher.add(item)));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(sent).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']]);
  expect(await batcher.add('later')).toBe('later');
});

it('fails all items of a statement whose connection was lost, since it may have been carried out', async () => {
  const { batcher, sent } = held();
  const answers = ['a', 'b', 'c'].map((item) => batcher.add(item));
  sent[0]?.end();
  await turn();
  sent[1]?.fail(new Error('Connection terminated unexpectedly'));
  const settled = await Promise.allSettled(answers);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(sent).toHaveLength(2);
});
