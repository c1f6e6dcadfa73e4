import { AppError } from '../app-error.ts';
import type { Caller } from './caller.ts';
import type { Route } from './route.ts';

const ownFactors = /^\w+ \/v1\/users\/\{id\}\/(passkeys|totp|sessions)(\/|$)/;

/** Operators, and staff whose organization requires a second factor, may only set one up, or leave. */
export function refuseWithoutSecondFactor(
  caller: Pick<Caller, 'needsSecondFactor' | 'userId' | 'organizationId'>,
  { name }: { name: Route['name'] },
  params: unknown,
): void {
  if (!caller.needsSecondFactor || isAllowed(caller, name, params)) return;
  throw new AppError(
    'second_factor_required',
    `${caller.organizationId === null ? 'Kinbridge' : 'Your organization'} requires a second factor. Please set one up to continue.`,
  );
}

function isAllowed(caller: Pick<Caller, 'userId' | 'organizationId'>, name: Route['name'], params: unknown): boolean {
  if (name.includes(' /v1/auth/')) return true;
  const { id } = params as { id?: string };
  if (name === 'GET /v1/organizations/{id}') return id === String(caller.organizationId);
  return (name === 'GET /v1/users/{id}' || ownFactors.test(name)) && id === String(caller.userId);
}
