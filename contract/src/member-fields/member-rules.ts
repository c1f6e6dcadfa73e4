import { z } from 'zod';
import { birthday } from '../shared/birthday.schema.ts';
import { email, optionalText, orBlank, requiredText, zipCode } from '../shared/fields.ts';
import { languageTag } from '../shared/language-tag.ts';
import { oneLine } from '../shared/one-line.ts';
import { toE164 } from '../shared/phone-number.ts';
import { type MemberField, memberFields } from './member-fields.ts';

const participantIdMessage = 'Participant ID number should be 11 digits';
const participantId = z
  .string({ error: participantIdMessage })
  .trim()
  .regex(/^\d{11}$/, participantIdMessage);

/** Specification §5: 'Phone number should be 10 digit', since numbers are American by default. */
const memberPhoneMessage = 'Phone number should be 10 digit';
export const memberPhoneNumber = oneLine(memberPhoneMessage)
  .max(40, memberPhoneMessage)
  .refine((text) => toE164(text) !== null, memberPhoneMessage)
  .transform((text) => toE164(text) ?? text);

const formLabel = (field: MemberField) => memberFields[field].label;

/** The rule of each field. Profiles and other forms have different rules for phone numbers. */
export function memberRules<Phone extends z.ZodType>(phone: Phone, label: (field: MemberField) => string = formLabel) {
  return {
    firstName: requiredText(label('firstName')),
    lastName: requiredText(label('lastName')),
    email: orBlank(email),
    phoneNumber: orBlank(phone),
    dateOfBirth: orBlank(birthday),
    addressLine1: optionalText(label('addressLine1')),
    addressLine2: optionalText(label('addressLine2')),
    city: optionalText(label('city'), 100),
    state: optionalText(label('state'), 60),
    zipCode: orBlank(zipCode),
    participantId: orBlank(participantId),
    language: orBlank(languageTag),
  } satisfies Record<MemberField, z.ZodType>;
}

/** The member's part of the New Service Request form. */
export const newMember = z.strictObject(memberRules(memberPhoneNumber)).pick({
  firstName: true,
  lastName: true,
  email: true,
  phoneNumber: true,
  dateOfBirth: true,
  zipCode: true,
  participantId: true,
});
