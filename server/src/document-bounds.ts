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

interface Container {
  isObject: boolean;
  /** Whether the next text is a name. */
  atName: boolean;
  attributes: number;
}

/**
 * Which bound a JSON text exceeds, found in one pass before it is parsed. Objects, lists and the items of lists count as
 * elements; texts, numbers and other plain values of an object as its attributes.
 */
export function findJsonProblem(json: string): DocumentProblem | null {
  const open: Container[] = [];
  let elements = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    const inside = open.at(-1);
    if (code === openBrace || code === openBracket) {
      elements++;
      open.push({ isObject: code === openBrace, atName: code === openBrace, attributes: 0 });
      if (open.length > documentBounds.depth) return 'too deep';
    } else if (code === closeBrace || code === closeBracket) open.pop();
    else if (code === comma || code === colon) {
      if (inside) inside.atName = inside.isObject && code === comma;
    } else if (code > space) {
      at = code === quote ? endOfText(json, at) : endOfWord(json, at);
      if (!inside?.isObject) elements++;
      else if (!inside.atName && ++inside.attributes > documentBounds.attributes) return 'too many attributes';
    }
    if (elements > documentBounds.elements) return 'too many elements';
  }
  return null;
}

/** Whether a JSON text is nested deeper than any of ours; texts are skipped. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfText(json, at);
    else if (code === openBrace || code === openBracket) {
      if (++depth > documentBounds.depth) return true;
    } else if (code === closeBrace || code === closeBracket) depth--;
  }
  return false;
}

const [quote, comma, colon, backslash, space] = [0x22, 0x2c, 0x3a, 0x5c, 0x20];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The position of its closing quote. */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  for (; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === quote) break;
  }
  return at;
}

/** The position of the last character of a number or a word such as true. */
function endOfWord(json: string, start: number): number {
  const ends = [space, comma, colon, quote, openBracket, closeBracket, openBrace, closeBrace];
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) > space && !ends.includes(json.charCodeAt(at))) at++;
  return at - 1;
}
