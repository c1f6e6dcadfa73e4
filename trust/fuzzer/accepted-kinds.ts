import type { Case } from './specmatic.ts';

/** Where the fuzzer and the API rightly disagree. Each kind is counted and printed; anything else is a miss. */
export const acceptedKinds: { name: string; holds(one: Case): boolean }[] = [
  {
    // The fuzzer invents ids, and repeats requests that can only work once.
    name: 'fits the document, but the record is absent, used up or changed since',
    holds: ({ positive, status }) => positive && [404, 409, 410].includes(status),
  },
  {
    // Only a mailbox, a session or the SMS provider has these secrets.
    name: 'fits the document, but holds a made-up secret',
    holds: ({ positive, status, code, operation }) =>
      positive && (status === 401 || code === 'wrong_code' || webhooks.test(operation)),
  },
  {
    name: 'fits the document, but breaks a rule that JSON Schema has no words for',
    holds: ({ positive, status, fields, operation }) =>
      positive &&
      status === 400 &&
      fields.length > 0 &&
      fields.every((field) => ruledFields.test(field) || namedOnce.test(`${operation} ${field}`)),
  },
  {
    // A form's content is up to its author, and a download has the type of the uploaded file.
    name: 'answers 200 with a body that the document leaves open',
    holds: ({ positive, status, operation }) => positive && status === 200 && openBodies.test(operation),
  },
  {
    // If a session is optional or unnecessary, the fuzzer counts a request without one as invalid.
    name: 'breaks nothing, although the fuzzer says so',
    holds: ({ positive, status, change }) => !positive && status < 300 && !change.includes('REQUEST.'),
  },
];

const webhooks = /^POST \/v1\/messages\/(inbound|status)$/;
const openBodies = /\/(file|display|answers\/export|files\/\{fileId\})$/;

/** A list of unique ids. */
const namedOnce = /^POST \/v1\/services\/updateServices body$/;

/** Existing ids, strong passwords, dependent fields, and the contents of files and forms. */
const ruledFields =
  /^(phoneNumber|userPhoneNumber|password|confirmPassword|zipcode|userId|ids|status|file|data|userFirstName|userLastName)$/;
