import { loginForm, verifyText } from '@kinbridge/contract/auth/auth.contract';
import { expect, test } from 'vitest';
import { errorsFromSchema } from '../../ui/form-errors-from-schema.ts';
import { loginTexts, verifyTexts } from './auth.texts.ts';

test('§5 the login page says the same about missing fields as the contract', () => {
  expect(errorsFromSchema(loginForm, { email: '', password: '' })).toEqual({
    email: loginTexts.emailRequired,
    password: loginTexts.passwordRequired,
  });
});

test('§2 the verify slide shows the text that the server answers an unverified login with', () => {
  expect(verifyTexts.notice).toBe(verifyText);
});
