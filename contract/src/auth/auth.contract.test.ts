import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { forgotPasswordForm, loginForm, newPasswordForm, signUp, signUpProfileForm } from './auth.contract.ts';

/** The messages a form shows, as 'field: message'. */
function sentences(schema: z.ZodType, input: unknown): string[] {
  const result = schema.safeParse(input);
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

const profile = {
  firstName: 'Ada',
  lastName: 'Moreno',
  phoneNumber: '+13135550123',
  email: 'ada@willow.example',
  password: 'Harbour7!',
  confirmPassword: 'Harbour7!',
};

describe('§5 sign-up profile', () => {
  test('a complete profile is valid', () => {
    expect(sentences(signUpProfileForm, profile)).toEqual([]);
  });

  test.each([
    ['firstName', '', 'First Name is required.'],
    ['firstName', '   ', 'First Name is required.'],
    ['lastName', '', 'Last Name is required.'],
    ['phoneNumber', '', 'Phone Number is required.'],
    ['phoneNumber', '+1 313 555', 'Must be a valid Phone Number.'],
    ['phoneNumber', '313 555 0123', 'Must be a valid Phone Number.'],
    ['phoneNumber', '+1000000000000', 'Must be a valid Phone Number.'],
    ['phoneNumber', '(313) 555-0123 x9', 'Must be a valid Phone Number.'],
    ['email', '', 'Email is required.'],
    ['email', 'ada', 'Must be a valid Email.'],
    ['email', 'ada@willow', 'Must be a valid Email.'],
    ['confirmPassword', '', 'Please fill out required fields'],
    ['confirmPassword', 'Harbour8!', 'Passwords do not match.'],
  ])('%s %j says %j', (field, value, sentence) => {
    expect(sentences(signUpProfileForm, { ...profile, [field]: value })).toContain(`${field}: ${sentence}`);
  });

  test.each([
    ['', ['Password is required.']],
    ['Ab1!', ['Password must have at least 8 characters.']],
    ['Harbr7!', ['Password must have at least 8 characters.']],
    ['Harbour77', ['Must contain at least one special character.']],
    ['Harbour7?', ['Must contain at least one special character.']],
    ['harbour7!', ['Must contain at least one capital letter.']],
    ['Harbour!!', ['Must contain at least one number.']],
    [
      'abc',
      [
        'Password must have at least 8 characters.',
        'Must contain at least one special character.',
        'Must contain at least one capital letter.',
        'Must contain at least one number.',
      ],
    ],
  ])('the password %j says %j', (password, expected) => {
    expect(sentences(signUpProfileForm, { ...profile, password, confirmPassword: password || 'x' })).toEqual(
      expect.arrayContaining(expected.map((sentence) => `password: ${sentence}`)),
    );
  });

  test('eight characters are enough', () => {
    const password = 'Harbou7!';
    expect(sentences(signUpProfileForm, { ...profile, password, confirmPassword: password })).toEqual([]);
  });

  test.each([...'!@#$%^&*'])('%s counts as a special character', (special) => {
    const password = `Harbour7${special}`;
    expect(sentences(signUpProfileForm, { ...profile, password, confirmPassword: password })).toEqual([]);
  });

  test('different passwords are reported even when other fields are wrong', () => {
    expect(sentences(signUpProfileForm, { ...profile, firstName: '', confirmPassword: 'Other7!x' })).toEqual([
      'firstName: First Name is required.',
      'confirmPassword: Passwords do not match.',
    ]);
  });

  test.each([
    ['(313) 555-0123', '+13135550123'],
    ['+1 313 555 0123', '+13135550123'],
    ['+13135550123', '+13135550123'],
  ])('the phone number %s is stored as %s', (typed, kept) => {
    expect(signUpProfileForm.parse({ ...profile, phoneNumber: typed }).phoneNumber).toBe(kept);
  });

  test('the address is stored in lower case', () => {
    expect(signUpProfileForm.parse({ ...profile, email: ' Ada@Willow.example ' }).email).toBe('ada@willow.example');
  });
});

describe('§5 the full user check', () => {
  const { confirmPassword: _, ...fields } = profile;

  test('an organization is required', () => {
    expect(sentences(signUp, { ...fields, userType: 'EMPLOYEE' })).toEqual([
      expect.stringMatching(/^organizationId: /),
    ]);
  });

  test.each([
    [undefined, ['zipcode: Zip code is required.']],
    ['4822', ['zipcode: Must be a valid ZIP code: 5 digits, or 5+4 with a dash.']],
    ['48226-12', ['zipcode: Must be a valid ZIP code: 5 digits, or 5+4 with a dash.']],
    ['48226', []],
    ['48226-1234', []],
  ])('a patient with the zip code %j', (zipcode, expected) => {
    expect(sentences(signUp, { ...fields, organizationId: 1, userType: 'PATIENT', zipcode })).toEqual(expected);
  });

  test('a repeated password must match', () => {
    const input = { ...fields, organizationId: 1, userType: 'EMPLOYEE', confirmPassword: 'Other7!x' };
    expect(sentences(signUp, input)).toEqual(['confirmPassword: Passwords do not match.']);
  });
});

describe('§5 login and reset', () => {
  test.each([
    ['login', loginForm, { email: '', password: 'x' }, 'email: Email is required.'],
    ['login', loginForm, { email: 'ada@willow.example', password: '' }, 'password: Password is required.'],
    ['reset', forgotPasswordForm, { email: '' }, 'email: Email is required.'],
    ['reset', forgotPasswordForm, { email: 'ada' }, 'email: Must be a valid Email.'],
    [
      'reset',
      newPasswordForm,
      { token: ' ', password: 'Harbour7!' },
      'token: Verification code is required. Please check your mailbox',
    ],
    ['reset', newPasswordForm, { token: '123456', password: '' }, 'password: Password is required.'],
  ])('%s: %# shows its message', (_, schema, input, sentence) => {
    expect(sentences(schema, input)).toEqual([sentence]);
  });

  test('a login with both fields is valid and unchanged', () => {
    expect(loginForm.parse({ email: 'ada@willow.example', password: 'old and weak' }).password).toBe('old and weak');
  });
});
