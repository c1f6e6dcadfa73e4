import { expect, it } from 'vitest';
import { centerOf, nearby } from './search-area.ts';

it.each([
  ['organization', { organization: '49007', member: '49001' }, 'organization'],
  ['member', { organization: '49007', member: '49001' }, 'member'],
  ['member', { organization: '49007', member: null }, 'organization'],
  ['organization', { organization: null, member: '49001' }, 'member'],
  ['organization', { organization: null, member: null }, null],
] as const)('looks around the %s of %j: %s', (center, zipCodes, expected) => {
  expect(centerOf({ ...nearby, center }, zipCodes)).toBe(expected);
});
