import { expect, test } from 'vitest';
import { portalRoutes } from './portal-routes.ts';
import { portalPaths } from './routes.ts';

test('every portal page shows the login screen when signed out', () => {
  expect(portalPaths).toEqual(portalRoutes.map(({ path }) => path));
});
