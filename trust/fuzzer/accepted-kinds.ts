import type { Case } from './specmatic.ts';

/** Mismatches between the API and its document that we accept. Each kind is counted; anything else is a failure. */
export const acceptedKinds: { name: string; matches(one: Case): boolean }[] = [
  {
    // The fuzzer invents ids, and repeats requests that can only work once.
    name: 'valid request, but its record is unknown, used up or out of date',
    matches: ({ positive, status }) => positive && [404, 409, 410].includes(status),
  },
  {
    // Only a mailbox, a session or the SMS provider has these secrets.
    name: 'valid request with a made-up secret',
    matches: ({ positive, status, code, operation }) =>
      positive && (status === 401 || code === 'wrong_code' || webhooks.test(operation)),
  },
  {
    name: "valid request that breaks a rule JSON Schema can't express",
    matches: ({ positive, status, fields, operation }) =>
      positive &&
      status === 400 &&
      fields.length > 0 &&
      fields.every((field) => ruledFields.test(field) || namedOnce.test(`${operation} ${field}`)),
  },
  {
    // A form's content is up to its author, and a download has the type of the uploaded file.
    name: "response body that the document doesn't specify",
    matches: ({ positive, status, operation }) => positive && status === 200 && openBodies.test(operation),
  },
  {
    // If a session is optional or unnecessary, the fuzzer counts a request without one as invalid.
    name: 'valid request that the fuzzer counts as invalid',
    matches: ({ positive, status, change }) => !positive && status < 300 && !change.includes('REQUEST.'),
  },
];

const webhooks = /^POST \/v1\/messages\/(inbound|status)$/;
const openBodies = /\/(file|display|answers\/export|files\/\{fileId\})$/;

/** A list of unique ids. */
const namedOnce = /^POST \/v1\/services\/updateServices body$/;

/** Existing ids, strong passwords, dependent fields, and the contents of files and forms. */
const ruledFields =
  /^(phoneNumber|userPhoneNumber|password|confirmPassword|zipcode|userId|ids|status|file|data|userFirstName|userLastName)$/;
