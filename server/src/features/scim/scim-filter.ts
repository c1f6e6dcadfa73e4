import { invalidScim } from './scim-error.ts';

/** What a list is narrowed to: each attribute has this value. */
export type ScimFilter<A extends string> = Partial<Record<A, string>>;

const maxLength = 1_000;
const comparison = /^\s*(?:urn:[\w:.-]*:)?([A-Za-z]+)\s+eq\s+("(?:[^"\\]|\\.)*")\s*/i;

/**
 * Reads `attribute eq "value"`, several joined by `and`. Written by hand, since scimmy's parser writes to
 * Object.prototype for some filters (decision 0047).
 */
export function readFilter<A extends string>(text: string | undefined, attributes: readonly A[]): ScimFilter<A> {
  const filter: ScimFilter<A> = {};
  if (text === undefined) return filter;
  if (text.length > maxLength) throw refusal(attributes);
  let rest = text;
  for (;;) {
    const [all = '', name = '', value = ''] = comparison.exec(rest) ?? [];
    const attribute = attributes.find((known) => known.toLowerCase() === name.toLowerCase());
    if (attribute === undefined || filter[attribute] !== undefined) throw refusal(attributes);
    filter[attribute] = unquote(value) ?? refuse(attributes);
    rest = rest.slice(all.length);
    if (rest === '') return filter;
    const and = /^and\s+/i.exec(rest)?.[0] ?? refuse(attributes);
    rest = rest.slice(and.length);
  }
}

function unquote(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}

function refuse(attributes: readonly string[]): never {
  throw refusal(attributes);
}

function refusal(attributes: readonly string[]) {
  const known = attributes.map((name) => `${name} eq "…"`).join(', ');
  return invalidScim('invalidFilter', `This filter isn't supported. You can use ${known}, joined by and.`);
}
