import { z } from 'zod';

/** Specification §5, in the order shown to people. */
export const passwordRules = [
  { message: 'Password must have at least 8 characters.', holds: (text: string) => [...text].length >= 8 },
  { message: 'Must contain at least one special character.', holds: (text: string) => /[!@#$%^&*]/.test(text) },
  { message: 'Must contain at least one capital letter.', holds: (text: string) => /\p{Lu}/u.test(text) },
  { message: 'Must contain at least one number.', holds: (text: string) => /\d/.test(text) },
] as const;

export const passwordsDiffer = 'Passwords do not match.';
export const weakPassword =
  'This password is easy to guess. Use a few unrelated words, without names or your organization.';

/** The minimum zxcvbn rating (0 to 4) of a new password. */
export const minimumStrength = 3;

/**
 * Rating time grows with length and look-alike characters; characters beyond these limits only make a password
 * stronger.
 */
export const ratingBounds = { maxLength: 32, l33tMaxSubstitutions: 16 };

/**
 * What someone who knows a person would try: their names, address and organization, whole, joined and in parts, and the
 * part before an address's @ with its digits.
 */
export function knownWords(texts: (string | null | undefined)[]): string[] {
  const words = texts.flatMap((given) => {
    const text = (given ?? '').toLowerCase();
    const local = text.slice(0, Math.max(text.lastIndexOf('@'), 0));
    const parts = text.split(/[^\p{L}]+/u);
    return [text, parts.join(''), local, local.replaceAll(/[^\p{L}\p{N}]+/gu, ''), ...parts];
  });
  // Only the first characters of a password are rated.
  const rated = words.map((word) => word.slice(0, ratingBounds.maxLength));
  return [...new Set(rated)].filter((word) => word.length > 2).slice(0, 100);
}

/** The messages for the rules a password breaks. */
export function passwordProblems(text: string): string[] {
  return passwordRules.filter((rule) => !rule.holds(text)).map((rule) => rule.message);
}

/** A password that somebody has. The maximum keeps hashing cheap. */
export const password = z
  .string({ error: 'Password is required.' })
  .min(1, 'Password is required.')
  .max(200, 'Password can have at most 200 characters.');

export const newPassword = password.superRefine((text, context) => {
  if (text === '') return;
  for (const message of passwordProblems(text)) context.addIssue({ code: 'custom', message });
});
