import { z } from 'zod';
import { invitationToken } from '../organizations/invitations.contract.ts';
import { birthday } from '../shared/birthday.schema.ts';
import { defineCalls } from '../shared/call.ts';
import { email, id, requiredEmail, requiredText, zipCode } from '../shared/fields.ts';
import { exactLine, oneLine } from '../shared/one-line.ts';
import { newPassword, password, passwordsDiffer } from '../shared/password.ts';
import { requiredPhoneNumber } from '../shared/phone-number.ts';
import { signUpType } from '../users/user-status.schema.ts';
import { user } from '../users/users.contract.ts';

/** The profile slide of both sign-ups, specification §5. */
export const signUpProfile = z.strictObject({
  firstName: requiredText('First Name'),
  lastName: requiredText('Last Name'),
  phoneNumber: requiredPhoneNumber,
  email: requiredEmail,
  password: newPassword,
});

function passwordsMatch(input: { password: string; confirmPassword?: string | undefined }) {
  return input.confirmPassword === undefined || input.confirmPassword === input.password;
}

/** The profile slide with its repeated password: required, and equal to the first. */
export const signUpProfileForm = signUpProfile
  .extend({ confirmPassword: z.string().min(1, 'Please fill out required fields') })
  .refine(passwordsMatch, { path: ['confirmPassword'], message: passwordsDiffer });

export const signUp = signUpProfile
  .extend({
    confirmPassword: z.string().optional(),
    userType: signUpType,
    organizationId: z.int({ error: 'Organization is required.' }).positive('Organization is required.'),
    registrationToken: exactLine().max(2000).optional(),
    invitation: invitationToken.optional(),
    dateOfBirth: birthday.optional(),
    zipcode: zipCode.optional(),
  })
  .superRefine((input, context) => {
    if (!passwordsMatch(input)) {
      context.addIssue({ code: 'custom', path: ['confirmPassword'], message: passwordsDiffer });
    }
    if (input.userType === 'PATIENT' && input.zipcode === undefined) {
      context.addIssue({ code: 'custom', path: ['zipcode'], message: 'Zip code is required.' });
    }
  });

export type SignUp = z.input<typeof signUp>;

/** From an earlier sign-in of the same account; an invalid one is ignored. */
export const deviceToken = exactLine().max(500).optional().catch(undefined);

export const loginForm = z.strictObject({
  email: oneLine('Email is required.').min(1, 'Email is required.').max(254),
  password,
});

export const forgotPasswordForm = z.strictObject({ email: requiredEmail });

export const newPasswordForm = z.strictObject({
  token: oneLine('Verification code is required. Please check your mailbox')
    .min(1, 'Verification code is required. Please check your mailbox')
    .max(100),
  password: newPassword,
});

/** How the token of a mailed link looks, unlike a code's. */
const resetLinkToken = /^[\w-]{43}$/;

export function isResetLink(token: string): boolean {
  return resetLinkToken.test(token);
}

export const changePasswordForm = z.strictObject({
  currentPassword: z
    .string({ error: 'Current password is required.' })
    .min(1, 'Current password is required.')
    .max(200, 'Password can have at most 200 characters.'),
  password: newPassword,
});

export const wrongLoginText = 'Incorrect email or password.';
export const verifyText = 'Please verify your account through your email to proceed';

const token = z.strictObject({ token: exactLine().max(500) });
const done = z.strictObject({ message: z.string() });
const tokens = { idToken: z.string(), refreshToken: z.string() };

/** What every way to sign in answers. */
export const signedInAnswer = z.strictObject({ body: user, ...tokens, deviceToken: z.string() });

const factorMethod = z.enum(['totp', 'passkey', 'recovery']);

export type FactorMethod = z.infer<typeof factorMethod>;

/** What every way to sign in answers. A question for the second factor lives 5 minutes and 5 tries. */
export const loginAnswer = z.union([
  signedInAnswer,
  z.strictObject({ secondFactor: z.strictObject({ token: z.string(), methods: z.array(factorMethod) }) }),
]);

export type LoginAnswer = z.infer<typeof loginAnswer>;

export const authCalls = defineCalls('Auth', {
  'POST /v1/auth/sign-up': {
    summary: 'Creates a login and sends the link that verifies its address.',
    body: signUp,
    creates: true,
    answers: z.strictObject({ id }),
    errors: [403, 404],
  },
  'POST /v1/auth/verify-email': {
    summary:
      'Verifies an address with the token of the mailed link and the password of the account. A link to a changed address takes the token alone, unless somebody else claims the address.',
    body: token.extend({ password: z.string().max(200, 'Password can have at most 200 characters.').optional() }),
    answers: done.extend({ email: z.string() }),
  },
  'POST /v1/auth/resend-verification': {
    summary: 'Sends the verification link again. The answer is the same for unknown addresses.',
    body: z.strictObject({ email: requiredEmail }),
    answers: done,
  },
  'POST /v1/auth/login': {
    summary: 'Signs in, or asks for the second factor.',
    body: loginForm.extend({ deviceToken }),
    answers: loginAnswer,
    errors: [401, 403],
  },
  'POST /v1/auth/refresh-token': {
    summary: 'Exchanges a refresh token for new tokens. A token that was exchanged before ends the session.',
    body: token,
    answers: z.strictObject(tokens),
    errors: [401],
  },
  'POST /v1/auth/logout': { summary: 'Ends the session that the refresh token belongs to.', body: token },
  'POST /v1/auth/forgotPassword/{email}': {
    summary:
      'Mails a 6-digit code when the address is known; for 24 hours after 10 wrong codes, a link. The answer is the same for unknown addresses.',
    params: z.strictObject({ email }),
    answers: done,
  },
  'POST /v1/auth/forgotPasswordVerify': {
    summary:
      'Sets a new password with the mailed code, or the token of the mailed link, and ends all sessions of the user. A code needs the address, too.',
    body: newPasswordForm
      .extend({ email: requiredEmail.optional(), deviceToken })
      .superRefine(({ email, token }, context) => {
        if (email !== undefined || isResetLink(token)) return;
        context.addIssue({ code: 'custom', path: ['email'], message: 'Email is required.' });
      }),
    answers: done,
  },
  'PUT /v1/users/{id}/password': {
    summary: 'Changes your own password with the current one, and ends your other sessions.',
    body: changePasswordForm.extend({ deviceToken }),
    needsProof: true,
  },
});
