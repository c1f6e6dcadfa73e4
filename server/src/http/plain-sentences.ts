import type { z } from 'zod';

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

type Issue = z.core.$ZodRawIssue;

/** A readable message for a field whose schema has none. */
export function plainSentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return missing;
      return `Must be ${kinds[issue.expected] ?? 'of another kind'}.`;
    case 'invalid_value':
      return `Must be ${listed(issue.values.map(String))}.`;
    case 'too_big':
      return limit(issue.origin, issue.inclusive === false ? 'less than' : 'at most', Number(issue.maximum));
    case 'too_small':
      return limit(issue.origin, issue.inclusive === false ? 'more than' : 'at least', Number(issue.minimum));
    case 'invalid_format':
      return issue.format === 'datetime'
        ? 'Must be a date and time such as 2026-01-31T09:30:00Z.'
        : 'Must have a valid format.';
    case 'invalid_union':
      return choice(issue) ?? 'Must have a valid format.';
    default:
      return 'Must have a valid format.';
  }
}

const missing = 'This field is missing.';

/** What the field that tells objects of several kinds apart may be; null for other unions. */
function choice({ discriminator, options, input }: Extract<Issue, { code: 'invalid_union' }>): string | null {
  if (!discriminator || !options) return null;
  const given = (input as Record<string, unknown>)[discriminator];
  return given === undefined ? missing : `Must be ${listed((options as unknown[]).map(String))}.`;
}

function limit(origin: string, how: string, count: number): string {
  if (origin === 'string') return `Must have ${how} ${count} characters.`;
  if (origin === 'array' || origin === 'set') return `Must have ${how} ${count} entries.`;
  return `Must be ${how} ${count}.`;
}

function listed(values: string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

/** The message with its field name, for use on its own. */
export function plainSentenceAbout(name: string, sentence: string): string {
  const subject = name === 'body' ? 'What you sent' : `The field '${name}'`;
  return sentence.replace(/^This field/, subject).replace(/^M(?=ust)/, `${subject} m`);
}
