import { type RouteObject, redirect } from 'react-router';
import { userQuery } from '../../lib/queries/user.query.ts';
import { queryClient } from '../../lib/query-client.ts';
import { holdBack } from '../../lib/sign-in/held-back.ts';
import { RootError, RouteError } from '../route-error.tsx';
import { loadNotFound, loadPage } from '../routes.ts';
import { OperatorFrame } from './operator-frame.tsx';
import { operatorPages } from './operator-pages.ts';

const firstPage = operatorPages[0]?.path ?? '/operator/log';

/** All that operators can open; what others see at these addresses is none of their business. */
export function makeOperatorRoutes(userId: number): RouteObject[] {
  return [
    ...['/', '/operator', '/login', '/login/:slug'].map((path) => ({
      path,
      loader: () => redirect(firstPage),
      element: null,
    })),
    {
      element: <OperatorFrame userId={userId} />,
      ErrorBoundary: RootError,
      children: [
        ...operatorPages.map(({ path, load }) => ({
          path,
          lazy: loadPage(load),
          ErrorBoundary: RouteError,
        })),
        { path: '*', lazy: loadPage(loadNotFound), ErrorBoundary: RouteError },
      ],
    },
  ];
}

/** Rejects, and holds the operator back, if they have no second factor yet: the server would refuse all calls but few. */
export async function hasSecondFactor(userId: number): Promise<void> {
  const user = await queryClient.ensureQueryData(userQuery(userId)).catch(() => undefined);
  if (user?.secondFactor !== false) return;
  holdBack();
  throw new Error('No second factor yet.');
}
