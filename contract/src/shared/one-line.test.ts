import { expect, it } from 'vitest';
import type { z } from 'zod';
import { calls } from '../calls.ts';
import type { Call } from './call.ts';
import { requiredText } from './fields.ts';
import { toOneLine } from './misleading.ts';
import { oneLineMessage } from './one-line.ts';
import { toE164 } from './phone-number.ts';

/** Texts of several lines, and those that aren't ours to shorten. Everything else is one line. */
const severalLines = [
  // What people write to each other.
  /\.(description|eligibility|note|availabilityNote|message|msg|feedback|reason)$/,
  /^(POST \/v1\/notes) .*\.content$/,
  /^(POST \/v1\/support\/|POST \/v1\/operator\/support\/|(POST|PUT) \/v1\/operator\/announcements).* body\.body$/,
  // The content of a form, and answers to it.
  /^(POST|PUT) \/v1\/surveys.* body\.data/,
  / body\.surveyAnswerJson/,
  // Whatever a person chose.
  /\.(password|confirmPassword|currentPassword)$/,
  // Documents of other programs, which are read with rules of their own.
  / body\.metadata$/,
  / body\.response\.\*$/,
  // Sent back as read, so that records from before this rule can be edited, and compared or ignored.
  /\.before\./,
  /^(POST|PUT) \/v1\/users\/\{id\}\/email-preferences .*\.serviceName$/,
  /^PUT \/v1\/organizations\/\{id\} .*\.(imageFilename|approvalReason|proposedProfile\..*|serviceDTOList\[\])$/,
  /^PUT \/v1\/users\/\{id\} body\.(id|userType|status|active|organizationIds?|createTimestamp|smsBlockedReason|addedByOrganizationId|proposedChanges|secondFactor|singleSignOn|refusedEmail|pendingEmail)$/,
  // The name on the record, which may be from before this rule, typed to confirm.
  /^POST \/v1\/users\/\{id\}\/erasure body\.name$/,
  // Ignored: what else providers and old clients send.
  / query\.\*$/,
  / body\.action$/,
  // Ignored if it isn't valid.
  /\.deviceToken$/,
];

/** One of them fits every text field, so that characters can be put into a text that the field accepts. */
const samples = [
  ...['Ada', 'ada@example.org', 'https://example.org/a', '49007', '+1 269 555 0147', '1990-03-04', '09:00', 'es'],
  ...['2026-01-31T10:00:00Z', '12345678901', '123456', '17', 'id,desc', 'lastName,asc', 'createTimestamp', 'OPEN'],
  ...['member.view', 'example.org', 'ACTIVE', 'name,desc', '0d3c2a44-6a5b-4c8e-9d2f-1a2b3c4d5e6f'],
];

const breaking = ['\n', '\r', '\t', '\u0007', '\u001b', '\u007f', '\u0085', '\u009f'].concat(
  ...['\u061c', '\u200e', '\u200f', '\u2028', '\u2029', '\u202a', '\u202e', '\u2066', '\u2069'],
);

type Schema = z.core.$ZodType;

/** The text fields of a schema, by name. */
function textFields(schema: Schema, name: string): [name: string, field: Schema][] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return [
        ...Object.entries(def.shape).flatMap(([key, inner]) => textFields(inner, `${name}.${key}`)),
        ...(def.catchall ? textFields(def.catchall, `${name}.*`) : []),
      ];
    case 'array':
      return textFields(def.element, `${name}[]`);
    case 'record':
      return [...textFields(def.keyType, name), ...textFields(def.valueType, name)];
    case 'union':
      return def.options.flatMap((option) => textFields(option, name));
    case 'pipe': {
      const from = (def.in as z.core.$ZodTypes)._zod.def.type;
      // A blank or a number, which becomes something else.
      if (from === 'literal' || from === 'number') return [];
      // A list that is tidied afterwards, or a text that is read into something else.
      return structured.has(from) ? textFields(def.in, name) : [[name, schema]];
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return textFields(def.innerType, name);
    case 'enum':
    case 'literal':
    case 'number':
    case 'boolean':
    case 'never':
      return [];
    default:
      return [[name, schema]];
  }
}

const structured = new Set(['array', 'object', 'record', 'union', 'optional']);

const inputs = Object.entries(calls as Record<string, Call>).flatMap(([name, { params, query, body, multipart }]) =>
  Object.entries({ params, query, body, ...multipart?.json }).flatMap(([part, schema]) =>
    schema ? textFields(schema, `${name} ${part}`) : [],
  ),
);

const parse = (schema: Schema, text: string) => (schema as z.ZodType).safeParse(text);
/** Blanks around a text may be trimmed, and that includes line breaks. */
const inserted = (sample: string) =>
  breaking.flatMap((character) => [
    `${sample.slice(0, 1)}${character}${sample.slice(1)}`,
    `${sample.slice(0, -1)}${character}${sample.slice(-1)}`,
    ...(character.trim() === '' ? [] : [`${character}${sample}`, `${sample}${character}`]),
  ]);

it('accepts control characters only in fields of several lines', () => {
  const oneLined = inputs.filter(([name]) => !severalLines.some((field) => field.test(name)));
  const wrong = oneLined.flatMap(([name, field]) => {
    const accepted = samples.filter((sample) => parse(field, sample).success);
    if (accepted.length === 0) return `${name}: no sample fits this field, please add one`;
    const through = accepted.flatMap(inserted).find((text) => parse(field, text).success);
    return through === undefined ? [] : `${name} accepts ${JSON.stringify(through)}`;
  });
  expect(wrong).toEqual([]);
});

it('lists no field of several lines that is gone', () => {
  expect(severalLines.filter((field) => !inputs.some(([name]) => field.test(name)))).toEqual([]);
});

it('answers records from before the rule', () => {
  const answers = Object.entries(calls as Record<string, Call>).flatMap(([name, call]) =>
    call.answers ? textFields(call.answers, name) : [],
  );
  const refusing = answers.filter(
    ([, field]) => parse(field, 'Ada').success && !parse(field, 'Ada\u2028\nB\u202e').success,
  );
  expect(refusing.map(([name]) => name)).toEqual([]);
});

it.each(breaking)('refuses %j with a sentence', (character) => {
  const parsed = requiredText('Company Name').safeParse(`X${character}https://evil.example`);
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([oneLineMessage('Company Name')]);
});

it.each([
  ['names in any script', 'مرحبا 田中さん Ñandú O’Brien 👩‍👩‍👧', 'مرحبا 田中さん Ñandú O’Brien 👩‍👩‍👧'],
  ['blanks around it', '  Ada\n', 'Ada'],
])('accepts %s', (_, text, stored) => {
  expect(requiredText('Name').parse(text)).toBe(stored);
});

it('puts a text into one line', () => {
  expect(toOneLine('\u202eAda\r\n\u2028Lovelace\t')).toBe('Ada Lovelace');
});

it.each([
  ['\u202a(616) 555-0150\u202c', 'an embedding around it'],
  ['\u2068616-555-0150\u2069', 'an isolate around it'],
  ['\u200e+1 616 555 0150', 'a mark before it'],
  ['\u202a+1 616\u202c 555 0150', 'an embedding inside'],
  ['616\u2068555\u20690150', 'an isolate inside'],
  ['\u202d616\u2011555\u20110150\u202c\t', 'an override and a tab'],
])('reads %j, a copied number with %s', (copied) => {
  expect(toE164(toOneLine(copied))).toBe('+16165550150');
});
