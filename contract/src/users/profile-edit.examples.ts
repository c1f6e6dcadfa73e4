/** Inputs the profile edit form accepts and refuses, specification §5; tested on the schema and the server. */

const longest = 'x'.repeat(100);
const phone = 'Must be a valid Phone Number.';
const email = 'Must be a valid Email.';
const birthday = 'Must be a valid date after 01-01-1900 and no later than today.';
const zip = 'Must be a valid ZIP code: 5 digits, or 5+4 with a dash.';
const participant = 'Participant ID number should be 11 digits';

/** Field, input, message. */
export const refusedProfileEdits: [field: string, typed: unknown, sentence: string][] = [
  ['firstName', '', 'First Name is required.'],
  ['firstName', '   ', 'First Name is required.'],
  ['firstName', null, 'First Name is required.'],
  ['firstName', `${longest}x`, 'First Name can have at most 100 characters.'],
  ['lastName', '', 'Last Name is required.'],
  ['lastName', null, 'Last Name is required.'],
  ['email', 'nobody', email],
  ['email', 'two@at@example.org', email],
  ['email', `${'x'.repeat(250)}@example.org`, email],
  ['phoneNumber', '555-0100', phone],
  // Ten digits are fewer than the 12 characters of §5.
  ['phoneNumber', '2695550177', phone],
  ['phoneNumber', '(269) 155-0177', phone],
  ['phoneNumber', '+1 269 555 0177 ext. 5', phone],
  ['phoneNumber', 'call me maybe', phone],
  ['dateOfBirth', '1990-13-01', birthday],
  ['dateOfBirth', '1990-02-30', birthday],
  ['dateOfBirth', '1900-01-01', birthday],
  ['dateOfBirth', '2999-01-01', birthday],
  ['dateOfBirth', '02-19-1987', birthday],
  ['zipCode', '4900', zip],
  ['zipCode', '490071', zip],
  ['zipCode', '49007 1234', zip],
  ['participantId', '1234567890', participant],
  ['participantId', '1234567890a', participant],
  ['language', 'Spanish', 'Must be a language tag, such as en, es or zh-Hans.'],
  ['addressLine1', 'x'.repeat(201), 'Address can have at most 200 characters.'],
  ['city', 'x'.repeat(101), 'City can have at most 100 characters.'],
  ['state', 'x'.repeat(61), 'State can have at most 60 characters.'],
];

/** Field, input, stored value. */
export const acceptedProfileEdits: [field: string, typed: unknown, kept: unknown][] = [
  ['firstName', ' Grace ', 'Grace'],
  ['firstName', longest, longest],
  ['lastName', "O'Brien-Núñez", "O'Brien-Núñez"],
  ['phoneNumber', '(269) 555-0177', '+12695550177'],
  ['phoneNumber', '269-555-0177', '+12695550177'],
  ['phoneNumber', '+1 269 555 0177', '+12695550177'],
  ['phoneNumber', '+44 20 7946 0018', '+442079460018'],
  ['phoneNumber', '', null],
  ['phoneNumber', null, null],
  ['dateOfBirth', '1900-01-02', '1900-01-02'],
  ['dateOfBirth', '2000-02-29', '2000-02-29'],
  ['dateOfBirth', '', null],
  ['zipCode', '49007', '49007'],
  ['zipCode', '49007-1234', '49007-1234'],
  ['zipCode', '', null],
  ['participantId', '00418226731', '00418226731'],
  ['participantId', '', null],
  ['language', 'zh-hans', 'zh-Hans'],
  ['language', '', null],
  ['addressLine1', '  ', null],
  ['city', ' Portage ', 'Portage'],
  ['sendSmsTexts', false, false],
  ['sendPushNotifications', true, true],
];
