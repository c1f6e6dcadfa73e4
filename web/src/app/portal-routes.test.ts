import { expect, test } from 'vitest';
import { portalRoutes } from './portal-routes.ts';
import { portalPaths } from './routes.ts';

test('every page of the portal shows the login screen to whoever is not signed in', () => {
  expect(portalPaths).toEqual(portalRoutes.map(({ path }) => path));
});
