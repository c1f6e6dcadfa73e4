import { expect, test } from 'vitest';
import { enterPeople } from './matching.ts';

test('nobody who is typed moves or shows the record of somebody else', async () => {
  const { failures, entered } = await enterPeople();
  expect(failures).toEqual([]);
  expect(entered).toBeGreaterThan(25);
}, 60_000);
