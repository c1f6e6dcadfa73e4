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
    // A session may be optional or unnecessary, and a made-up device token counts as none.
    name: 'valid request that the fuzzer counts as invalid',
    matches: ({ positive, status, change }) =>
      !positive && status < 300 && (!change.includes('REQUEST.') || change.includes(' key deviceToken is mutated ')),
  },
  {
    // It refuses null where the document allows a date or null, and sends nothing.
    name: 'example with null that the fuzzer refuses',
    matches: ({ status, operation }) => status === 0 && nullExamples.test(operation),
  },
];

const nullExamples = /^P(OS|U)T \/v1\/operator\/(announcements(\/\{id\})?|support\/\{id\}\/assignee)$/;
const webhooks = /^POST \/v1\/messages\/(inbound|status)$/;
const openBodies = /\/(file|display|answers\/export|export\.json|files\/\{fileId\})$/;

/** A list of unique ids, one of three proofs, and an address unless the secret is from a mailed link. */
const namedOnce = /^POST \/v1\/((services\/updateServices|auth\/proof) body|auth\/forgotPasswordVerify email)$/;

/** Existing ids, strong passwords, addresses, dependent fields, and the contents of files, forms and passkeys. */
const ruledFields = new RegExp(
  `^(${[
    ['userId', 'breakGlassUserId', 'ids', 'status', 'outcome', 'outcome\\.code', 'reason'],
    ['password', 'confirmPassword', 'response'],
    ['userFirstName', 'userLastName', 'userBirthDate', 'phoneNumber', 'userPhoneNumber', 'zipcode'],
    ['domain', 'domains\\.\\d+', 'metadataUrl', 'languages\\.\\d+', 'hours\\.\\d+\\.opens'],
    ['file', 'data'],
  ]
    .flat()
    .join('|')})$`,
);
