import { invalidScim } from './scim-error.ts';
import { type PersonChange, readAddress, readBoolean, readExternalId, readNames, readObject } from './scim-input.ts';
import type { ScimPerson } from './scim-people.queries.ts';
import { userNameOf } from './scim-resources.ts';

export interface Operation {
  op: 'add' | 'remove' | 'replace';
  path: string;
  value?: unknown;
}

const maxOperations = 100;
const coreUrn = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i;
const anyPath = /^[^\s[\]"\\]{1,200}(?:\[[^[\]]{0,200}\])?(?:\.[\w$-]{1,100})?$/;
const pathParts = /^([^.[]*)(?:\[(.*)\])?(?:\.(.*))?$/;
const anyComparison = String.raw`[a-z][\w.-]* +(?:pr|[a-z]{2} +(?:"(?:[^"\\]|\\.)*"|[\w.-]+))`;
const anyFilter = new RegExp(`^ *${anyComparison}(?: +(?:and|or) +${anyComparison})* *$`);

/**
 * The operations of a PATCH, each with a path. Okta and Entra ID send `Replace` in capitals, objects without a path, and
 * objects whose names are paths.
 */
export function readOperations(body: unknown): Operation[] {
  const entries = Object.entries(readObject(body));
  const sent = entries.find(([name]) => name.toLowerCase() === 'operations')?.[1];
  if (!Array.isArray(sent) || sent.length === 0) throw invalidScim('invalidSyntax', 'Please send Operations.');
  if (sent.length > maxOperations) throw invalidScim('tooMany', `Please send at most ${maxOperations} operations.`);
  const operations = sent.flatMap((given) => readOperation(readObject(given)));
  if (operations.length > maxOperations) throw invalidScim('tooMany', `Please change at most ${maxOperations} values.`);
  return operations;
}

function readOperation({ op, path, value }: Record<string, unknown>): Operation[] {
  const verb = typeof op === 'string' ? op.toLowerCase() : '';
  if (verb !== 'add' && verb !== 'remove' && verb !== 'replace') {
    throw invalidScim('invalidSyntax', 'op must be add, remove or replace.');
  }
  if (path === undefined || path === null || path === '') {
    if (verb === 'remove') throw invalidScim('noTarget', 'Please say what to remove, with a path.');
    return Object.entries(readObject(value)).map(([name, inner]) => ({ op: verb, path: readPath(name), value: inner }));
  }
  if (verb === 'add' && value === undefined) throw invalidScim('invalidValue', 'Please say what to add, with a value.');
  return [{ op: verb, path: readPath(path), value }];
}

function readPath(path: unknown): string {
  if (typeof path === 'string' && anyPath.test(path)) return path.replace(coreUrn, '');
  throw invalidScim('invalidPath', "We couldn't read a path.");
}

/** A PATCH's address, which is in two attributes. */
interface Addresses {
  userName?: string;
  workEmail?: string;
}

/**
 * What a PATCH changes. Attributes, parts of them and email types that we don't keep are ignored, since a directory sends
 * them in one request with what matters, such as the end of a person's work.
 */
export function patchUser(current: ScimPerson, body: unknown): PersonChange {
  const change: PersonChange = {};
  const address: Addresses = {};
  for (const operation of readOperations(body)) readChange(operation, change, address);
  const before = userNameOf(current);
  const { userName = before, workEmail = before } = address;
  const moved = userName === before && workEmail.toLowerCase() !== before.toLowerCase();
  return { ...change, ...(Object.keys(address).length > 0 && { userName: moved ? workEmail : userName }) };
}

function readChange({ op, path, value }: Operation, change: PersonChange, address: Addresses): void {
  const [, name = '', filter, part] = pathParts.exec(path.toLowerCase()) ?? [];
  // What we keep about a person can be changed, but not removed.
  const removes = op === 'remove' || value === null;
  if (name === 'emails') {
    if (isWorkEmail(filter) && !removes) Object.assign(address, readWorkEmail(part, value));
  } else if (filter !== undefined) {
    return;
  } else if (name === 'name') {
    if (!removes) Object.assign(change, readNames(part === undefined ? value : { [part]: value }));
  } else if (part !== undefined) {
    return;
  } else if (name === 'active') {
    if (op !== 'remove') change.active = readBoolean(value);
  } else if (name === 'username') {
    address.userName = readAddress(op === 'remove' ? undefined : value);
  } else if (name === 'externalid') {
    change.externalId = (removes ? undefined : readExternalId(value)) ?? null;
  }
}

const comparison = /^([a-z]+) +eq +(?:"([^"\\]*)"|true)$/;

/** Whether a filter, in lower case, names the one email that we keep, which is the work one and the primary one. */
function isWorkEmail(filter: string | undefined): boolean {
  if (filter === undefined) return true;
  if (!anyFilter.test(filter)) throw invalidScim('invalidPath', "We couldn't read a path.");
  return filter.split(' and ').every((text) => {
    const [, attribute, value = 'true'] = comparison.exec(text.trim()) ?? [];
    return (attribute === 'type' && value === 'work') || (attribute === 'primary' && value === 'true');
  });
}

/** The address among emails, unless all are of other types. */
function readWorkEmail(part: string | undefined, value: unknown): Addresses {
  if (part !== undefined) return part === 'value' ? { workEmail: readAddress(value) } : {};
  const emails = (Array.isArray(value) ? value : [value]).map((email) => readObject(email, 'emails'));
  const found =
    emails.find(({ type }) => typeof type === 'string' && type.toLowerCase() === 'work') ??
    emails.find(({ type }) => type === undefined || type === null);
  return found?.value === undefined ? {} : { workEmail: readAddress(found.value) };
}
