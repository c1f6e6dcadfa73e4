import { expect, it } from 'vitest';
import { openCsv } from './open-csv.ts';

it.each([
  ['text', 'x'],
  ['commas', ','],
  ['quotes', '"a'],
])('yields to other work while reading one huge row of %s', async (_, piece) => {
  let turns = 0;
  let reading = true;
  const count = () => {
    turns++;
    if (reading) setImmediate(count);
  };
  setImmediate(count);
  const { rows } = openCsv(Buffer.from(piece.repeat(400_000)));
  await rows.next().catch(() => undefined);
  reading = false;
  expect(turns).toBeGreaterThan(4);
});
