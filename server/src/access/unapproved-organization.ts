import {
  type ClosedApproval,
  isClosed,
  type OrganizationApproval,
  reviewTime,
} from '@kinbridge/contract/organizations/organization-approval';
import { AppError } from '../app-error.ts';
import { type Caller, isStaff } from './caller.ts';
import { effectOf, type Permission } from './permissions.ts';
import type { Route } from './route.ts';

type Refusal = ['organization_waiting' | 'organization_refused' | 'organization_suspended', string];

const refusals: Record<'WAITING' | ClosedApproval, Refusal> = {
  WAITING: [
    'organization_waiting',
    `Your organization isn't approved yet. You can do this once it is, usually ${reviewTime}.`,
  ],
  REFUSED: [
    'organization_refused',
    "Kinbridge didn't approve your organization, so you can't make changes. Your admins received an email with the details.",
  ],
  SUSPENDED: [
    'organization_suspended',
    "Your organization is suspended, so you can't make changes. Your admins received an email with the details.",
  ],
};

/**
 * Staff of a waiting organization reach nobody outside. Staff of a refused or suspended one can read, and edit only their
 * own account.
 */
export function refuseUnapprovedOrganization(
  caller: Caller,
  { name, access }: Pick<Route, 'name' | 'access'>,
  params: unknown,
): void {
  if (!isStaff(caller) || access === 'public') return;
  if (effectOf(access) === 'reaches outside') refuseIfWaiting(caller.approval);
  if (!changes(name, access) || access === 'security:own' || isOwnAccount(caller, name, params)) return;
  refuseIfClosed(caller.approval);
}

/** A waiting organization reaches nobody outside. */
export function refuseIfWaiting(approval: OrganizationApproval | null): void {
  if (approval === 'WAITING') throw new AppError(...refusals.WAITING);
}

/** A refused or suspended organization changes nothing. */
export function refuseIfClosed(approval: OrganizationApproval | null): void {
  if (isClosed(approval)) throw new AppError(...refusals[approval]);
}

function changes(name: Route['name'], access: Permission): boolean {
  return !name.startsWith('GET ') && effectOf(access) !== 'reads';
}

function isOwnAccount(caller: Caller, name: Route['name'], params: unknown): boolean {
  if (name.startsWith('POST /v1/auth/')) return true;
  const own = name === 'PUT /v1/users/{id}' || name === 'PUT /v1/users/{id}/password';
  return own && (params as { id?: string }).id === String(caller.userId);
}
