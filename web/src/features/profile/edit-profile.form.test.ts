import { refusedProfileEdits } from '@kinbridge/contract/users/profile-edit.examples';
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
  mailSentRequests: true,
  mailAssignedRequests: true,
  dailyDigest: false,
  sendSmsTexts: true,
  participantId: null,
  language: null,
  addedByOrganizationId: 1,
  createTimestamp: '2026-01-01T00:00:00Z',
  updateTimestamp: '2026-01-02T00:00:00Z',
};

const own = { user, own: true };

describe('profile form', () => {
  it('sends only the changes and the timestamp it was loaded with', () => {
    const values = { ...toValues(user), city: '', sendSmsTexts: false };
    expect(toUpdate(values, own)).toEqual({ city: '', sendSmsTexts: false, updateTimestamp: user.updateTimestamp });
  });

  it('asks for the password only when the email changes', () => {
    expect(validateProfile({ ...toValues(user), city: 'Detroit' }, own)).toEqual({});
    const values = { ...toValues(user), email: 'new@riverbend.example' };
    expect(validateProfile(values, own)).toEqual({ currentPassword: 'Password is required.' });
    expect(toUpdate({ ...values, currentPassword: 'x' }, own)).toMatchObject({ currentPassword: 'x' });
  });

  it("can't change an employee's login email but can clear a member's", () => {
    const employee = { user, own: false };
    expect(changesOf({ ...toValues(user), email: 'other@riverbend.example' }, employee)).toEqual({});
    const member = { user: { ...user, userType: 'PATIENT' as const }, own: false };
    const values = { ...toValues(user), email: '', participantId: '1' };
    expect(validateProfile(values, member)).toEqual({ participantId: 'Participant ID number should be 11 digits' });
    expect(toUpdate({ ...values, participantId: '' }, member)).toEqual({
      email: '',
      updateTimestamp: user.updateTimestamp,
    });
  });

  it('requires an email for people who sign in', () => {
    const values = { ...toValues(user), email: '', currentPassword: 'x' };
    expect(validateProfile(values, own)).toEqual({ email: 'Email is required.' });
  });

  const typed = refusedProfileEdits.filter(([, value]) => typeof value === 'string');
  it.each(typed)('§5 %s: refuses %j with "%s"', (field, value, sentence) => {
    const member = { user: { ...user, userType: 'PATIENT' as const }, own: false };
    expect(validateProfile({ ...toValues(user), [field]: value }, member)).toEqual({ [field]: sentence });
  });
});

describe('late save', () => {
  const fresh = { ...user, city: 'Flint', state: 'MI', sendSmsTexts: false, updateTimestamp: '2026-01-03T00:00:00Z' };

  it('merges newer saved values and keeps what was typed', () => {
    const { values } = rebase({ ...toValues(user), city: 'Ypsilanti', firstName: 'Eleonora' }, user, fresh);
    expect(changesOf(values, { user: fresh, own: true })).toEqual({ city: 'Ypsilanti', firstName: 'Eleonora' });
    expect(toUpdate(values, { user: fresh, own: true }).updateTimestamp).toBe(fresh.updateTimestamp);
  });

  it('lists each change, and what was typed instead', () => {
    const { conflicts } = rebase({ ...toValues(user), city: 'Ypsilanti' }, user, fresh);
    expect(conflicts).toEqual([
      { field: 'city', label: 'City', saved: 'Flint', typed: 'Ypsilanti' },
      { field: 'state', label: 'State', saved: 'MI' },
      { field: 'sendSmsTexts', label: 'SMS texts', saved: false },
    ]);
  });
});
