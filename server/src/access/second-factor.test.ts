import { calls } from '@kinbridge/contract/calls';
import { describe, expect, it } from 'vitest';
import type { Route } from './route.ts';
import { refuseWithoutSecondFactor } from './second-factor.ts';

const caller = { needsSecondFactor: true, userId: 7, organizationId: 3 };
const refused = (name: string, id: number, person = caller) => {
  try {
    refuseWithoutSecondFactor(person, { name: name as Route['name'] }, { id: String(id) });
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('staff without a required second factor', () => {
  it.each([
    ['GET /v1/users/{id}', 7, 8],
    ['GET /v1/organizations/{id}', 3, 4],
    ['GET /v1/users/{id}/sessions', 7, 8],
    ['DELETE /v1/users/{id}/sessions/{sessionId}', 7, 8],
    ['POST /v1/users/{id}/passkeys/options', 7, 8],
    ['DELETE /v1/users/{id}/passkeys/{passkeyId}', 7, 8],
    ['PUT /v1/users/{id}/totp', 7, 8],
  ])('may %s about themselves only', (name, own, others) => {
    expect([refused(name, own), refused(name, others)]).toEqual([null, 'second_factor_required']);
  });

  it('may call nothing else but sign-in', () => {
    const allowed = Object.keys(calls).filter((name) => refused(name, 7) === null);
    const others = allowed.filter((name) => !/ \/v1\/(auth\/|users\/\{id\}\/(passkeys|totp|sessions))/.test(name));
    expect(others).toEqual(['GET /v1/users/{id}']);
  });

  it('may call everything once they have one', () => {
    expect(refused('GET /v1/users', 8, { ...caller, needsSecondFactor: false })).toBeNull();
  });
});
