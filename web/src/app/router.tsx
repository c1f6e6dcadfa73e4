import { createBrowserRouter, type RouteObject, redirect } from 'react-router';
import { readSession } from '../lib/session.ts';
import { Opening, Root } from './root.tsx';
import { RootError, RouteError } from './route-error.tsx';
import { loadNotFound, type PublicRoute, portalPaths, publicRoutes } from './routes.ts';

/**
 * The routes of this load of the page. Signing in and out reload the page, so what a signed-out
 * visitor meets is decided once: the login screen, at whatever address of the portal was asked for.
 */
export function createRouter() {
  const signedIn = readSession() !== null;
  const children = [...(signedIn ? signedInRoutes() : signedOutRoutes()), ...publicRoutes.map(toPublicRoute)];
  return createBrowserRouter(
    [{ Component: Root, ErrorBoundary: RootError, HydrateFallback: Opening, children }],
    // The pages of the portal are known once the first of them is asked for.
    signedIn ? { patchRoutesOnNavigation: async ({ patch }) => patch(portalId, await loadPortalRoutes()) } : undefined,
  );
}

const portalId = 'portal';

function signedInRoutes(): RouteObject[] {
  return [
    // Stands before the public route of the same path, and so takes its place.
    { path: '/login', loader: () => redirect('/') },
    { id: portalId, lazy: async () => ({ Component: (await import('./frame/frame.tsx')).Frame }), children: [] },
  ];
}

async function loadPortalRoutes(): Promise<RouteObject[]> {
  const { portalRoutes } = await import('./portal-routes.ts');
  return [
    ...portalRoutes.map(
      (route): RouteObject => ({
        path: route.path,
        handle: { who: route.who },
        lazy: async () => ({ Component: await route.load() }),
        ErrorBoundary: RouteError,
      }),
    ),
    { path: '*', lazy: async () => ({ Component: await loadNotFound() }), ErrorBoundary: RouteError },
  ];
}

function signedOutRoutes(): RouteObject[] {
  const login = publicRoutes.find((route) => route.path === '/login') as PublicRoute;
  return [
    ...portalPaths.map((path) => toPublicRoute({ ...login, path })),
    toPublicRoute({ path: '*', title: 'Page not found', load: loadNotFound }),
  ];
}

function toPublicRoute(route: PublicRoute): RouteObject {
  return {
    path: route.path,
    handle: { title: route.title },
    lazy: async () => ({ Component: await route.load() }),
    ErrorBoundary: RootError,
  };
}
