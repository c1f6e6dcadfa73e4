import { expect, it } from 'vitest';
import { unsealedRanges } from './audit-chain.queries.ts';

const rows: [string, number, number, boolean][] = [
  ['a later row', 202_611_005_000_000, 202611_005000001, true],
  ['a row shortly before', 202_611_005_000_000, 202611_004500000, true],
  ['a row long before', 202_611_005_000_000, 202611_003000000, false],
  ['a row of the next month', 202_611_005_000_000, 202612_005000001, true],
  ['a row of the month before that commits late', 202612_005000000, 202611_004999999, true],
  ['a row of December that commits in January', 202701_005000000, 202612_004999999, true],
  ['a row of the month before that was sealed long ago', 202612_005000000, 202611_003000000, false],
  ['a row from before there were months', 202_611_005_000_000, 4_999_999, true],
  ['a row long before there were months', 202_611_005_000_000, 3_000_000, false],
  ['any row of a new database', 0, 202611_000000001, true],
  ['the first row of an old database', 0, 1, true],
];

it.each(rows)('decides whether to look for %s', (_, newest, id, looked) => {
  expect(unsealedRanges(newest).some(({ above, below }) => id > above && id < below)).toBe(looked);
});
