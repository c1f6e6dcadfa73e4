import type { Messages, Schemas } from 'scimmy';
import { invalidScim } from './scim-error.ts';
import {
  knownAttribute,
  type PersonChange,
  readAddress,
  readBoolean,
  readExternalId,
  readNames,
  readObject,
  toInvalid,
} from './scim-input.ts';
import type { ScimResource } from './scim-route.ts';

export interface Operation {
  op: 'add' | 'remove' | 'replace';
  path: string;
  value?: unknown;
}

const maxOperations = 100;
const coreUrn = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i;
const anyPath = /^[\w$:.-]{1,200}(?:\[[^[\]]{0,200}\])?(?:\.[\w$-]{1,100})?$/;

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

/**
 * The paths that scimmy applies. It would run any filter in them, and some write to Object.prototype (decision 0047).
 */
const userPath = /^([a-z]+)(?:\[(?:type eq "[a-z]{1,20}"|primary eq (?:"?true"?))\])?(?:\.[a-z]+)?$/i;

/** What a PATCH changes. The current user goes in without `active`, so only an operation can set it. */
export async function patchUser(current: ScimResource, body: unknown): Promise<PersonChange> {
  const { schemas, id, userName, externalId, name, emails } = current;
  const operations = readOperations(body).flatMap(toKnown);
  if (operations.length === 0) return {};
  const after = await applyPatch(operations, { schemas, id, userName, externalId, name, emails });
  if (!after) return {};
  const address = after.userName === userName ? workAddress(after.emails, userName) : after.userName;
  return {
    ...(address !== userName && { userName: readAddress(address) }),
    ...(after.externalId !== externalId && { externalId: readExternalId(after.externalId) ?? null }),
    ...(after.active !== undefined && { active: after.active }),
    ...readNames(after.name ?? {}),
  };
}

type Patch = ConstructorParameters<typeof Messages.PatchOp>[0];

async function applyPatch(operations: Operation[], before: object) {
  const { Messages, Schemas } = await import('scimmy');
  const patch: Patch = { schemas: [Messages.PatchOp.id], Operations: operations };
  try {
    const after = await new Messages.PatchOp(patch).apply(new Schemas.User(before as never));
    return after as (Schemas.User & { externalId?: string }) | undefined;
  } catch (error) {
    throw toInvalid(error);
  }
}

function toKnown(operation: Operation): Operation[] {
  const name = /^[^.[]*/.exec(operation.path)?.[0] ?? '';
  const attribute = knownAttribute(name);
  if (attribute === undefined) return [];
  if (!userPath.test(operation.path)) throw invalidScim('invalidPath', "We couldn't read a path.");
  const path = attribute + operation.path.slice(name.length);
  if (path !== 'active' || operation.op === 'remove') return path === 'active' ? [] : [{ ...operation, path }];
  return [{ ...operation, path, value: readBoolean(operation.value) }];
}

/** The work address, or the first one, if it isn't the current one. */
function workAddress(emails: { type?: string; value?: string }[] | undefined, current: unknown): unknown {
  const work = emails?.find(({ type }) => type?.toLowerCase() === 'work') ?? emails?.[0];
  return work?.value ?? current;
}
