import type { CallName } from '@kinbridge/contract/calls';
import type { Route } from '../server/src/access/route.ts';
import { routes } from '../server/src/http/routes.ts';
import type { TestApp } from '../server/src/testing/test-app.ts';

/** What a route's handler gets. */
export interface Handled {
  app: TestApp['app'];
  caller: { organizationId: number };
  params: { id: number };
  headers: Record<string, unknown>;
  form: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: each planted fault knows its call's body
  body: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  parts: any;
}

type Handle = (input: Handled) => Promise<unknown>;

/** All routes, one of them with another handler around its own. */
export function routesWith(name: CallName, wrap: (handle: Handle) => Handle): Route[] {
  return routes.map((route) =>
    route.name === name ? { ...route, handle: wrap(route.handle as never) as never as Route['handle'] } : route,
  );
}

/** All routes, with something before one of them. */
export function routesAfter(name: CallName, before: (input: Handled) => Promise<unknown>): Route[] {
  return routesWith(name, (handle) => async (input) => {
    await before(input);
    return handle(input);
  });
}
