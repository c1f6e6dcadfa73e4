import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { expect, it } from 'vitest';
import { keepDeclined, seenRows } from './kept-declines.ts';

const row = (id: number, status = 'REQUESTED') => ({ id, status }) as ServiceRequest;
const [a, b, c, d] = [row(4), row(3), row(2), row(1)] as const;
const idsOf = (rows: readonly ServiceRequest[] | undefined) => rows?.map(({ id }) => id);

it.each([
  ['first', [b, c], [4, 3, 2]],
  ['in the middle', [a, c], [4, 3, 2]],
  ['last', [a, b], [4, 3, 2]],
  ['next to another', [a], [4, 3, 2]],
  ['below a new one', [row(5), b, c], [4, 5, 3, 2]],
])('keeps the place of a row that was %s', (_, content, ids) => {
  expect(idsOf(seenRows([a, b, c], content))).toEqual(ids);
});

it('returns the same rows while nothing changes', () => {
  const before = [a, b];
  expect(seenRows(before, [a, b])).toBe(before);
  const shrunk = seenRows(before, [a]);
  expect(seenRows(shrunk, [a])).toBe(shrunk);
});

it('shows what is there and what was declined, but not what was moved on', () => {
  const declined = row(3, 'CANCELLED');
  expect(keepDeclined([a, b, c, d], [a, d], [declined])).toEqual([a, declined, d]);
  expect(keepDeclined([a], undefined)).toBeUndefined();
});
