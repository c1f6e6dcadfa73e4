import { expect, it } from 'vitest';
import { likelyMembersQuery } from './new-request.api.ts';

it('searches members by at most 100 characters, the most a search can have', () => {
  const name = `${'Anna '.repeat(12)}${'Wolf '.repeat(12)}`;
  const { queryKey } = likelyMembersQuery(1, { name, birthDate: '' });
  expect(queryKey[3]).toBe(name.slice(0, 99));
});
