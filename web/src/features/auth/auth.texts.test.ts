import { loginForm, verifyText } from '@kinbridge/contract/auth/auth.contract';
import { expect, test } from 'vitest';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { loginTexts } from './auth.texts.ts';
import { verifyTexts } from './verify.texts.ts';

test('§5 login errors for missing fields match the contract', () => {
  expect(errorsFromSchema(loginForm, { email: '', password: '' })).toEqual({
    email: loginTexts.emailRequired,
    password: loginTexts.passwordRequired,
  });
});

test("§2 the verify slide shows the server's text for unverified logins", () => {
  expect(verifyTexts.notice).toBe(verifyText);
});
