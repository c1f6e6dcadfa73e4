import { fullName } from '@kinbridge/contract/users/full-name';
import type { GroupMember, ScimPerson } from './scim-people.queries.ts';
import type { ScimResource } from './scim-route.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** The two groups, which are the two types of staff. */
export const groups = [
  { id: 'admins', displayName: 'Admins', userType: 'ADMIN' },
  { id: 'employees', displayName: 'Employees', userType: 'EMPLOYEE' },
] as const;

export type Group = (typeof groups)[number];

/** The address in the directory's own capitals, unless it was changed here since. */
export function userNameOf({ email, userName }: Pick<ScimPerson, 'email' | 'userName'>): string {
  return userName !== null && userName.toLowerCase() === email ? userName : (email ?? '');
}

export function toUser(person: ScimPerson, base: string): ScimResource {
  const userName = userNameOf(person);
  const formatted = fullName(person);
  const group = groups.find(({ userType }) => userType === person.userType) ?? groups[1];
  return {
    schemas: [userSchema],
    id: String(person.id),
    ...(person.externalId !== null && { externalId: person.externalId }),
    userName,
    name: { formatted, givenName: person.firstName, familyName: person.lastName },
    displayName: formatted,
    emails: [{ value: userName, type: 'work', primary: true }],
    active: person.status === 'ACTIVE',
    groups: [{ value: group.id, $ref: `${base}/Groups/${group.id}`, display: group.displayName, type: 'direct' }],
    meta: {
      resourceType: 'User',
      created: person.createTimestamp,
      lastModified: person.updateTimestamp,
      location: `${base}/Users/${person.id}`,
    },
  };
}

export function toGroup(group: Group, members: GroupMember[] | undefined, base: string): ScimResource {
  return {
    schemas: [groupSchema],
    id: group.id,
    displayName: group.displayName,
    ...(members && {
      members: members.map(({ id, firstName, lastName }) => ({
        value: String(id),
        $ref: `${base}/Users/${id}`,
        display: fullName({ firstName, lastName }),
        type: 'User',
      })),
    }),
    meta: { resourceType: 'Group', location: `${base}/Groups/${group.id}` },
  };
}
