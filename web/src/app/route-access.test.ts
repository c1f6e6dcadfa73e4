import type { User } from '@kinbridge/contract/users/users.contract';
import { describe, expect, it } from 'vitest';
import type { PortalRoute } from './portal-routes.ts';
import { mayOpen } from './route-access.ts';

function pagesOf(userType: User['userType'], status: User['status']): PortalRoute['who'][] {
  const everyWho: PortalRoute['who'][] = ['everyone', 'active staff', 'active admins'];
  return everyWho.filter((who) => mayOpen({ who }, { userType, status } as User));
}

describe('§6 access to pages', () => {
  it('gives active admins all of them', () => {
    expect(pagesOf('ADMIN', 'ACTIVE')).toEqual(['everyone', 'active staff', 'active admins']);
  });

  it('gives active employees all but the admin pages', () => {
    expect(pagesOf('EMPLOYEE', 'ACTIVE')).toEqual(['everyone', 'active staff']);
  });

  it.each(['PENDING', 'INACTIVE'] as const)('gives %s staff only their own profile, even admins', (status) => {
    expect(pagesOf('EMPLOYEE', status)).toEqual(['everyone']);
    expect(pagesOf('ADMIN', status)).toEqual(['everyone']);
  });

  it('gives members only their own profile', () => {
    expect(pagesOf('PATIENT', 'ACTIVE')).toEqual(['everyone']);
  });
});
