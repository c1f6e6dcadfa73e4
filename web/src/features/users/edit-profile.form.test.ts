import type { User } from '@kinbridge/contract/users/users.contract';
import { describe, expect, it } from 'vitest';
import { changesOf, rebase, toUpdate, toValues, validateProfile } from './edit-profile.form.ts';

const user: User = {
  id: 7,
  firstName: 'Nora',
  lastName: 'Lindqvist',
  email: 'nora@riverbend.example',
  phoneNumber: '+12695550101',
  dateOfBirth: null,
  addressLine1: null,
  addressLine2: null,
  city: 'Kalamazoo',
  state: null,
  zipCode: '49007',
  userType: 'ADMIN',
  status: 'ACTIVE',
  active: true,
  organizationId: 1,
  organizationIds: [1],
  sendPushNotifications: false,
  sendSmsTexts: true,
  participantId: null,
  createTimestamp: '2026-01-01T00:00:00Z',
  updateTimestamp: '2026-01-02T00:00:00Z',
};

describe('the profile form', () => {
  it('sends what was changed, with the timestamp it was loaded with, and nothing else', () => {
    const values = { ...toValues(user), city: '', sendSmsTexts: false };
    expect(toUpdate(values, user)).toEqual({ city: '', sendSmsTexts: false, updateTimestamp: user.updateTimestamp });
  });

  it('asks for the password only when the email changes', () => {
    expect(validateProfile({ ...toValues(user), city: 'Detroit' }, user)).toEqual({});
    const values = { ...toValues(user), email: 'new@riverbend.example' };
    expect(validateProfile(values, user)).toEqual({ currentPassword: 'Password is required.' });
    expect(toUpdate({ ...values, currentPassword: 'x' }, user)).toMatchObject({ currentPassword: 'x' });
  });

  it('keeps a login from losing its email', () => {
    const values = { ...toValues(user), email: '', currentPassword: 'x' };
    expect(validateProfile(values, user)).toEqual({ email: 'Email is required.' });
  });

  it.each([
    ['firstName', ' ', 'First Name is required.'],
    ['phoneNumber', '555', 'Must be a valid Phone Number.'],
    ['dateOfBirth', '1899-12-31', 'Must be a valid date between 1900-01-01 and today.'],
  ])('§5 refuses %s %j', (field, value, message) => {
    expect(validateProfile({ ...toValues(user), [field]: value }, user)).toEqual({ [field]: message });
  });
});

describe('a save that comes too late', () => {
  const fresh = { ...user, city: 'Flint', state: 'MI', sendSmsTexts: false, updateTimestamp: '2026-01-03T00:00:00Z' };

  it('takes what was saved meanwhile and keeps what was typed', () => {
    const { values } = rebase({ ...toValues(user), city: 'Ypsilanti', firstName: 'Eleonora' }, user, fresh);
    expect(changesOf(values, fresh)).toEqual({ city: 'Ypsilanti', firstName: 'Eleonora' });
    expect(toUpdate(values, fresh).updateTimestamp).toBe(fresh.updateTimestamp);
  });

  it('names each change, and what was typed against it', () => {
    const { conflicts } = rebase({ ...toValues(user), city: 'Ypsilanti' }, user, fresh);
    expect(conflicts).toEqual([
      { label: 'City', saved: 'Flint', typed: 'Ypsilanti' },
      { label: 'State', saved: 'MI', typed: null },
      { label: 'SMS texts', saved: 'off', typed: null },
    ]);
  });
});
