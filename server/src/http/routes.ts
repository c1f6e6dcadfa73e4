import type { Route } from '../access/route.ts';
import { authRoutes } from '../features/auth/auth.routes.ts';
import { organizationRoutes } from '../features/organizations/organizations.routes.ts';
import { supportRoutes } from '../features/support/support.routes.ts';
import { userRoutes } from '../features/users/users.routes.ts';

/** Every route of the API. */
export const routes: Route[] = [...authRoutes, ...organizationRoutes, ...userRoutes, ...supportRoutes];
