import { AppError } from './app-error.ts';

/** What a document of a stranger may be. Real ones are far smaller, except that directories send long lists. */
export const documentBounds = {
  samlResponseBytes: 64 * 1024,
  /** Of SAML metadata, and of an answer from an OpenID provider, such as its keys. */
  providerBytes: 256 * 1024,
  depth: 64,
  elements: 2_000,
  attributes: 64,
  namespaces: 32,
};

const problems = {
  'too large': 'has more than 256 kB',
  'too deep': `is nested more than ${documentBounds.depth} levels deep`,
  'too many elements': `has more than ${documentBounds.elements.toLocaleString('en-US')} elements`,
  'too many attributes': `has an element with more than ${documentBounds.attributes} attributes`,
  'too many namespaces': `has an element with more than ${documentBounds.namespaces} namespaces`,
  'too slow': 'takes too long to read',
};

export type DocumentProblem = keyof typeof problems;

/** A document that would cost too much to read. */
export class DocumentRefused extends AppError {
  /** `fields` are where an admin entered the document or its address. */
  constructor(
    what: string,
    readonly problem: DocumentProblem,
    { fields, advice = 'Please use a smaller one.' }: { fields?: string[]; advice?: string } = {},
  ) {
    const message = `${what} ${problems[problem]}. ${advice}`;
    super('document_refused', message, fields && { fields: Object.fromEntries(fields.map((name) => [name, message])) });
  }
}
