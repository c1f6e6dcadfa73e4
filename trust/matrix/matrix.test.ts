import { expect, test } from 'vitest';
import { matrix } from './matrix.ts';

test('every operation answers every actor as the access matrix says', async () => {
  const { failures } = await matrix.run({ rounds: 1, report: () => undefined });
  expect(failures).toEqual([]);
}, 240_000);
