import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { oneLine } from './one-line.ts';

export const phoneNumberMessage = 'Must be a valid Phone Number.';

/** The number as +12223334444, or null if invalid. Numbers without a country code are American. */
export function toE164(text: string): string | null {
  const parsed = parsePhoneNumberFromString(text, 'US');
  return parsed?.isValid() && !parsed.ext ? parsed.number : null;
}

/** Specification §5: at least 12 characters once spaces are removed, and a valid number. */
export function isPhoneNumber(text: string): boolean {
  return text.replace(/\s/g, '').length >= 12 && toE164(text) !== null;
}

/** Formats a number: (222) 333-4444 in the US, international otherwise. */
export function formatPhoneNumber(text: string): string {
  const parsed = parsePhoneNumberFromString(text, 'US');
  if (!parsed) return text;
  return parsed.country === 'US' || parsed.countryCallingCode === '1'
    ? parsed.formatNational()
    : parsed.formatInternational();
}

const numberText = oneLine(phoneNumberMessage).max(40, phoneNumberMessage);

export const phoneNumber = numberText
  .refine(isPhoneNumber, phoneNumberMessage)
  .transform((text) => toE164(text) ?? text);

const requiredText = oneLine('Phone Number is required.').min(1, 'Phone Number is required.');

export const requiredPhoneNumber = requiredText.pipe(phoneNumber);

/** For people who type their own number: any way to write it will do, such as ten digits. */
export const ownPhoneNumber = requiredText.pipe(
  numberText.refine((text) => toE164(text) !== null, phoneNumberMessage).transform((text) => toE164(text) ?? text),
);
