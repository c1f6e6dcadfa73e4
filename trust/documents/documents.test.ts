import { expect, test } from 'vitest';
import { sendBombs } from './documents.ts';

test('every door refuses a document that is costly to read', async () => {
  const { wrong, doors } = await sendBombs({
    alone: true,
    choose: (bombs) => bombs.filter(({ door }, place) => bombs.findIndex((first) => first.door === door) === place),
  });
  expect(wrong).toEqual([]);
  expect(doors).toBeGreaterThan(15);
}, 60_000);
