import { expect, test } from 'vitest';
import { routes } from './routes.ts';

test('staff routes of an organization say where the call names it', () => {
  const silent = routes.filter(
    ({ name, access, organization }) =>
      name.includes(' /v1/organizations/{id}') && access !== 'public' && !organization,
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});
