import { invalidScim } from './scim-error.ts';
import { type ScimResource, textParam } from './scim-route.ts';

export const maxPage = 200;
const defaultPage = 100;

export interface Page {
  startIndex: number;
  count: number;
}

/** RFC 7644, 3.4.2.4: an index below 1 means 1, a negative count means 0, and a large one gets fewer. */
export function readPage(query: Record<string, unknown>): Page {
  return {
    startIndex: Math.max(1, readNumber(query, 'startIndex') ?? 1),
    count: Math.min(maxPage, Math.max(0, readNumber(query, 'count') ?? defaultPage)),
  };
}

function readNumber(query: Record<string, unknown>, name: string): number | undefined {
  const text = textParam(query, name);
  if (text === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(text)) throw invalidScim('invalidValue', `${name} must be a whole number.`);
  return Number(text);
}

export function listAnswer(resources: object[], { startIndex }: Pick<Page, 'startIndex'>, totalResults: number) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/** What `attributes` or `excludedAttributes` asks for; a caller can't leave out the id. */
export function readShape(query: Record<string, unknown>) {
  const only = readNames(query, 'attributes');
  const without = readNames(query, 'excludedAttributes');
  const shows = (name: string) => {
    const path = name.toLowerCase();
    if (path === 'id' || path === 'schemas') return true;
    if (only.size > 0)
      return [...only].some((asked) => asked === path || isWithin(asked, path) || isWithin(path, asked));
    return !without.has(path);
  };
  return {
    shows,
    apply: <R extends ScimResource>(resource: R): R => pick(resource, '', shows) as R,
  };
}

export type Shape = ReturnType<typeof readShape>;

function isWithin(path: string, parent: string): boolean {
  return path.startsWith(`${parent}.`);
}

function readNames(query: Record<string, unknown>, name: string): Set<string> {
  const names = (textParam(query, name) ?? '').split(',', 50).map((text) => text.trim().toLowerCase());
  return new Set(names.filter((text) => text !== '').map((text) => text.replace(/^urn:[\w:.-]*:/, '')));
}

function pick(value: object, prefix: string, shows: (name: string) => boolean): object {
  const kept = Object.entries(value).filter(([name]) => shows(prefix + name));
  return Object.fromEntries(
    kept.map(([name, inner]) => [name, prefix === '' ? pickInside(inner, `${name}.`, shows) : inner]),
  );
}

function pickInside(value: unknown, prefix: string, shows: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => pickInside(item, prefix, shows));
  return value !== null && typeof value === 'object' ? pick(value, prefix, shows) : value;
}
