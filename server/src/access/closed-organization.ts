import {
  type ClosedApproval,
  isClosed,
  type OrganizationApproval,
} from '@kinbridge/contract/organizations/organization-approval';
import { AppError } from '../app-error.ts';
import { type Caller, isStaff } from './caller.ts';
import { writes } from './permissions.ts';
import type { Route } from './route.ts';

const refusals: Record<ClosedApproval, ['organization_refused' | 'organization_suspended', string]> = {
  REFUSED: [
    'organization_refused',
    "Kinbridge didn't approve your organization, so you can't make changes. Your admins received an email with the details.",
  ],
  SUSPENDED: [
    'organization_suspended',
    "Your organization is suspended, so you can't make changes. Your admins received an email with the details.",
  ],
};

/** Staff of a refused or suspended organization can read, and edit only their own account. */
export function refuseClosedOrganization(caller: Caller, route: Pick<Route, 'name' | 'access'>, params: unknown): void {
  if (!isStaff(caller) || !isClosed(caller.approval)) return;
  if (route.access === 'public' || !changes(route.name, route.access)) return;
  if (route.access === 'security:own' || isOwnAccount(caller, route.name, params)) return;
  refuseIfClosed(caller.approval);
}

/** A refused or suspended organization changes nothing. */
export function refuseIfClosed(approval: OrganizationApproval | null): void {
  if (isClosed(approval)) throw new AppError(...refusals[approval]);
}

function changes(name: Route['name'], access: Exclude<Route['access'], 'public'>): boolean {
  return !name.startsWith('GET ') && writes(access);
}

function isOwnAccount(caller: Caller, name: Route['name'], params: unknown): boolean {
  if (name.startsWith('POST /v1/auth/')) return true;
  const own = name === 'PUT /v1/users/{id}' || name === 'PUT /v1/users/{id}/password';
  return own && (params as { id?: string }).id === String(caller.userId);
}
