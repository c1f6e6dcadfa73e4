import type { User } from '@kinbridge/contract/users/users.contract';
import { describe, expect, it } from 'vitest';
import type { PortalRoute } from './portal-routes.ts';
import { mayOpen } from './route-access.ts';

function pagesOf(userType: User['userType'], status: User['status']): PortalRoute['who'][] {
  const everyWho: PortalRoute['who'][] = ['everyone', 'active staff', 'active admins'];
  return everyWho.filter((who) => mayOpen({ who }, { userType, status } as User));
}

describe('§6 who finds which pages', () => {
  it('an active admin finds all of them', () => {
    expect(pagesOf('ADMIN', 'ACTIVE')).toEqual(['everyone', 'active staff', 'active admins']);
  });

  it('an active employee finds all but those of admins', () => {
    expect(pagesOf('EMPLOYEE', 'ACTIVE')).toEqual(['everyone', 'active staff']);
  });

  it.each(['PENDING', 'INACTIVE'] as const)('staff who are %s find their own profile only, admins too', (status) => {
    expect(pagesOf('EMPLOYEE', status)).toEqual(['everyone']);
    expect(pagesOf('ADMIN', status)).toEqual(['everyone']);
  });

  it('a member finds the own profile only', () => {
    expect(pagesOf('PATIENT', 'ACTIVE')).toEqual(['everyone']);
  });
});
