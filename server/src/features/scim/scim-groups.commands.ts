import type { UserType } from '@kinbridge/contract/users/user-status';
import type { Directory } from '../../access/caller.ts';
import type { Database } from '../../db/database.ts';
import { promote, revoke } from '../employees/employee-steps.commands.ts';
import { lockEmployee } from '../employees/employees.queries.ts';
import { invalidScim, noResource } from './scim-error.ts';
import { readObject } from './scim-input.ts';
import { type Operation, readOperations } from './scim-patch.ts';
import { changeStaff } from './scim-people.commands.ts';
import { findGroupMembers, findUserTypes } from './scim-people.queries.ts';
import type { Group } from './scim-resources.ts';

/** What happens to a group's members. `all` replaces them; removing all is replacing them by nobody. */
interface MemberChange {
  op: 'add' | 'remove' | 'all';
  ids: number[];
}

const maxMembers = 5_000;
/** We keep who a member is, and nothing else about them. */
const partOfMember = /^members(?:\[\s*value\s+eq\s+"[^"\\]{1,100}"\s*\])?\.(?!value$)[a-z]+$/i;
const oneMember = /^members\[\s*value\s+eq\s+"([^"\\]{1,100})"\s*\]$/i;

export function readReplacement(group: Group, body: unknown): MemberChange[] {
  const { displayName, members } = readObject(body);
  refuseNewName(group, displayName);
  return [{ op: 'all', ids: readIds(members ?? []) }];
}

export function readGroupPatch(group: Group, body: unknown): MemberChange[] {
  return readOperations(body).flatMap((operation) => readMemberChange(group, operation));
}

function readMemberChange(group: Group, { op, path, value }: Operation): MemberChange[] {
  if (path.toLowerCase() === 'displayname') refuseNewName(group, value);
  const one = oneMember.exec(path)?.[1];
  if (one !== undefined && op === 'remove') return [{ op, ids: readIds([{ value: one }]) }];
  if (path.toLowerCase() !== 'members') {
    if (partOfMember.test(path)) return [];
    if (/^members\b/i.test(path)) throw invalidScim('invalidPath', "We couldn't read a path.");
    return [];
  }
  if (op === 'remove' && value === undefined) return [{ op: 'all', ids: [] }];
  return [{ op: op === 'replace' ? 'all' : op, ids: readIds(value) }];
}

function refuseNewName({ displayName }: Group, name: unknown): void {
  if (name === undefined || name === displayName) return;
  throw invalidScim('mutability', `The group ${displayName} can't be renamed.`);
}

function readIds(members: unknown): number[] {
  const list = Array.isArray(members) ? members : [members];
  if (list.length > maxMembers) throw invalidScim('tooMany', `Please name at most ${maxMembers} members.`);
  return list.map((member) => {
    const value = readObject(member).value;
    if (typeof value !== 'string') throw invalidScim('invalidValue', 'Each member needs the id of a user as value.');
    if (!/^[1-9]\d{0,14}$/.test(value)) throw noResource();
    return Number(value);
  });
}

/**
 * Everyone is an admin or an employee: who joins a group gets its type, who leaves Admins becomes an employee, and
 * leaving Employees changes nothing.
 */
export function changeMembers(db: Database, caller: Directory, group: Group, changes: MemberChange[]): Promise<void> {
  const { organizationId } = caller;
  return changeStaff(db, caller, async (tx) => {
    const named = [...new Set(changes.flatMap(({ ids }) => ids))];
    const types = await findUserTypes(tx, organizationId, named);
    if (named.some((id) => !types.has(id))) throw noResource();
    const wanted = new Map<number, UserType>();
    for (const { op, ids } of changes) {
      const leaving = op === 'add' ? [] : op === 'remove' ? ids : await memberIds();
      if (group.userType === 'ADMIN') for (const id of leaving) wanted.set(id, 'EMPLOYEE');
      if (op !== 'remove') for (const id of ids) wanted.set(id, group.userType);
    }
    for (const [id, userType] of [...wanted].sort(([a], [b]) => a - b)) {
      const employee = await lockEmployee(tx, organizationId, id);
      if (employee) await (userType === 'ADMIN' ? promote : revoke)(tx, caller, employee);
    }

    async function memberIds(): Promise<number[]> {
      const members = await findGroupMembers(tx, organizationId, group.userType);
      return [...members.map(({ id }) => id), ...wanted.keys()];
    }
  });
}
