import type { User } from '@kinbridge/contract/users/users.contract';
import { describe, expect, it } from 'vitest';
import { compareMembers, takenFields } from './merge-choices.ts';

const blank = { dateOfBirth: null, phoneNumber: null, email: null, participantId: null, zipCode: null };
const address = { addressLine1: null, addressLine2: null, city: null, state: null };
const member = (given: Partial<User>) =>
  ({ firstName: 'Ann', lastName: 'Vega', ...blank, ...address, ...given }) as User;

const left = member({ dateOfBirth: '1987-02-19', city: 'Flint', zipCode: '48501' });
const right = member({ firstName: 'Anne', dateOfBirth: '1987-02-19', email: 'a@example.org' });
const { differences, same } = compareMembers(left, right);

describe('comparing two records', () => {
  it('lists differences, with the address as a whole, and what is the same', () => {
    expect(differences.map(({ label }) => label)).toEqual(['First name', 'Email', 'Address']);
    expect(same).toEqual(['Last name Vega', 'Birth date 02-19-1987']);
  });

  it.each([
    ['left', {}, ['email']],
    ['right', {}, ['addressLine1', 'addressLine2', 'city', 'state', 'zipCode']],
    ['left', { 'First name': 'right', Email: 'left' }, ['firstName']],
    ['right', { Address: 'right', 'First name': 'left' }, ['firstName']],
  ] as const)('keeping the %s one with %j takes %j', (survivor, chosen, taken) => {
    expect(takenFields(differences, survivor, chosen)).toEqual(taken);
  });
});
