import { createBrowserRouter, type RouteObject, redirect } from 'react-router';
import { call } from '../lib/api.ts';
import { loadCode } from '../lib/load-code.ts';
import { userQuery } from '../lib/queries/user.query.ts';
import { queryClient } from '../lib/query-client.ts';
import { readSession, type Session } from '../lib/session.ts';
import { forgetOtherPlace } from '../lib/session-end.ts';
import { forgetLink, isOpenedByAddress, keepLink } from '../lib/sign-in/opened-link.ts';
import { Opening, Root } from './root.tsx';
import { RootError, RouteError } from './route-error.tsx';
import { loadNotFound, loadPage, type PublicRoute, portalPaths, publicRoutes } from './routes.ts';

/**
 * The routes for this page load. Signing in and out reload the page, so the choice is made once: signed-out visitors
 * see the login screen at every portal address.
 */
export async function createRouter() {
  const session = readSession();
  if (isOpenedByAddress()) noteLink(session);
  // Requests the user while the portal's code is still loading. The session may be over: then the link is still wanted.
  if (session) queryClient.fetchQuery(userQuery(session.userId)).then(forgetLink, () => undefined);
  const children = [
    ...(session ? await signedInRoutes(session) : signedOutRoutes()),
    ...publicRoutes.map(toPublicRoute),
  ];
  return createBrowserRouter([{ Component: Root, ErrorBoundary: RootError, HydrateFallback: Opening, children }]);
}

/** Remembers the page that this address opens, for after signing in. The first page and /login are none. */
function noteLink(session: Session | null): void {
  const { pathname, search, hash } = window.location;
  const isFirst = pathname === '/login' || `${pathname}${search}${hash}` === '/';
  if (isFirst) forgetLink();
  else if (signedOutPaths.some((path) => path.split('/')[1] === pathname.split('/')[1])) {
    if (!session) forgetOtherPlace();
    keepLink();
  }
}

async function signedInRoutes(session: Session): Promise<RouteObject[]> {
  if (session.userType === 'OPERATOR') return loadOperatorRoutes(session.userId);
  const drafts = openDrafts(session.userId);
  // Starts loading in parallel with the portal routes; the `lazy` below handles a failure.
  const frame = loadCode(() => import('./frame/frame.tsx'));
  frame.catch(() => {});
  drafts.catch(() => {});
  return [
    // Come before the public routes, so they win.
    ...['/login', '/login/:slug'].map((path) => ({ path, loader: () => redirect('/'), element: null })),
    {
      lazy: loadPage(async () => {
        await drafts;
        const { Frame } = await frame;
        return () => <Frame userId={session.userId} />;
      }),
      children: [...(await loadPortalRoutes()), { path: '*', lazy: loadPage(loadNotFound), ErrorBoundary: RouteError }],
    },
  ];
}

/** The operator's console, which has no page in common with the portal. */
async function loadOperatorRoutes(userId: number): Promise<RouteObject[]> {
  try {
    const { makeOperatorRoutes, hasSecondFactor } = await loadCode(() => import('./operator/operator-routes.tsx'));
    await openDrafts(userId, hasSecondFactor(userId));
    return makeOperatorRoutes(userId);
  } catch (error) {
    return failing(['*'], error);
  }
}

/** The portal pages. If their route table can't be loaded, all their addresses show the error screen. */
async function loadPortalRoutes(): Promise<RouteObject[]> {
  try {
    const { portalRoutes } = await loadCode(() => import('./portal-routes.ts'));
    return portalRoutes.map((route) => ({
      path: route.path,
      handle: { who: route.who, wide: route.wide },
      lazy: loadPage(route.load),
      ErrorBoundary: RouteError,
    }));
  } catch (error) {
    return failing(portalPaths, error);
  }
}

/** Shows the error screen at these addresses. */
function failing(paths: string[], error: unknown): RouteObject[] {
  return paths.map((path) => ({
    path,
    loader: () => {
      throw error;
    },
  }));
}

const draftKeyTimeoutMs = 5_000;

/** Requests the key in parallel with the user. The frame waits for both, and works without the key. */
async function openDrafts(userId: number, allowed?: Promise<void>): Promise<void> {
  const signal = AbortSignal.timeout(draftKeyTimeoutMs);
  const ask = () => call('GET /v1/users/{id}/draft-key', { params: { id: userId }, signal });
  const key = (allowed ? allowed.then(ask) : ask()).then((answer) => answer.key);
  key.catch(() => {});
  const store = await loadCode(() => import('../lib/draft-store.ts'));
  void store.openDrafts(userId, key);
}

const signedOutPaths = [...portalPaths, '/operator/*'];

function signedOutRoutes(): RouteObject[] {
  const login = publicRoutes.find((route) => route.path === '/login') as PublicRoute;
  return [
    ...signedOutPaths.map((path) => toPublicRoute({ ...login, path })),
    toPublicRoute({ path: '*', title: 'Page not found', load: loadNotFound }),
  ];
}

function toPublicRoute(route: PublicRoute): RouteObject {
  return {
    path: route.path,
    handle: { title: route.title },
    lazy: loadPage(route.load),
    ErrorBoundary: RootError,
  };
}
