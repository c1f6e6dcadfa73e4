import type { Action } from '@kinbridge/contract/happenings';
import { AppError } from '../../app-error.ts';
import { auditRead } from '../../records/audit/audit-reads.ts';
import { discoveryRoutes } from './scim-discovery.ts';
import { noResource, notUnique } from './scim-error.ts';
import { readFilter } from './scim-filter.ts';
import { changeMembers, readGroupPatch, readReplacement } from './scim-groups.commands.ts';
import { fullNames, readObject, readPerson } from './scim-input.ts';
import { listAnswer, readPage, readShape } from './scim-list.ts';
import { patchUser } from './scim-patch.ts';
import { changePerson, createPerson, deletePerson, recordRefusal } from './scim-people.commands.ts';
import { findGroupMembers, findPeople, findPerson, type ScimPerson, userFilters } from './scim-people.queries.ts';
import { type Group, groups, toGroup, toUser } from './scim-resources.ts';
import { type ScimAnswer, type ScimRequest, type ScimRoute, textParam } from './scim-route.ts';

const userRoutes: ScimRoute[] = [
  { method: 'GET', path: '/Users', handle: listUsers },
  {
    method: 'POST',
    path: '/Users',
    async handle(request) {
      const person = readPerson(request.body);
      const names = fullNames(person, request.body);
      return userAnswer(request, await createPerson(request.app.db, request.caller, { ...person, ...names }), 201);
    },
  },
  {
    method: 'GET',
    path: '/Users/:id',
    async handle(request) {
      const { app, caller } = request;
      const person = await findPerson(app.db, caller.organizationId, userId(request));
      if (!person) throw noResource();
      await recordRead(request, 'user.read', person.id);
      return userAnswer(request, person);
    },
  },
  {
    method: 'PUT',
    path: '/Users/:id',
    async handle(request) {
      const change = readPerson(request.body);
      return userAnswer(request, await changePerson(request.app.db, request.caller, userId(request), () => change));
    },
  },
  {
    method: 'PATCH',
    path: '/Users/:id',
    async handle(request) {
      const { app, caller, body } = request;
      const patch = (before: ScimPerson) => patchUser(before, body);
      return userAnswer(request, await changePerson(app.db, caller, userId(request), patch));
    },
  },
  {
    method: 'DELETE',
    path: '/Users/:id',
    async handle(request) {
      await deletePerson(request.app.db, request.caller, userId(request));
      return { status: 204 };
    },
  },
];

const groupRoutes: ScimRoute[] = [
  { method: 'GET', path: '/Groups', handle: listGroups },
  {
    method: 'POST',
    path: '/Groups',
    async handle({ body }) {
      const { displayName } = readObject(body);
      const exists = groups.some((group) => group.displayName === displayName);
      throw exists ? notUnique('This group already exists.') : noMoreGroups();
    },
  },
  {
    method: 'GET',
    path: '/Groups/:id',
    handle: async (request) => ({ status: 200, body: await showGroup(request, groupOf(request)) }),
  },
  {
    method: 'PUT',
    path: '/Groups/:id',
    async handle(request) {
      const group = groupOf(request);
      await changeMembers(request.app.db, request.caller, group, readReplacement(group, request.body));
      return { status: 200, body: await showGroup(request, group) };
    },
  },
  {
    method: 'PATCH',
    path: '/Groups/:id',
    async handle(request) {
      const group = groupOf(request);
      await changeMembers(request.app.db, request.caller, group, readGroupPatch(group, request.body));
      return { status: 204 };
    },
  },
  {
    method: 'DELETE',
    path: '/Groups/:id',
    async handle(request) {
      groupOf(request);
      throw noMoreGroups();
    },
  },
];

export const scimRoutes: ScimRoute[] = [...userRoutes, ...groupRoutes].map(logRefusals).concat(discoveryRoutes);

/** Asking for someone outside the organization is logged. */
function logRefusals(route: ScimRoute): ScimRoute {
  return {
    ...route,
    async handle(request) {
      try {
        return await route.handle(request);
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found')
          await recordRefusal(request.app.db, request.caller);
        throw error;
      }
    },
  };
}

async function listUsers(request: ScimRequest): Promise<ScimAnswer> {
  const { app, caller, query, base } = request;
  const page = readPage(query);
  const shape = readShape(query);
  const filter = readFilter(textParam(query, 'filter'), userFilters);
  const { people, total } = await findPeople(app.db, caller.organizationId, filter, page);
  await recordRead(request, 'employee.list', caller.organizationId);
  const resources = people.map((person) => shape.apply(toUser(person, base)));
  return { status: 200, body: listAnswer(resources, page, total) };
}

async function listGroups(request: ScimRequest): Promise<ScimAnswer> {
  const page = readPage(request.query);
  const filter = readFilter(textParam(request.query, 'filter'), ['displayName', 'id'] as const);
  const matching = groups.filter(
    ({ id, displayName }) =>
      (filter.id ?? id) === id && (filter.displayName ?? displayName).toLowerCase() === displayName.toLowerCase(),
  );
  const shown = matching.slice(page.startIndex - 1, page.startIndex - 1 + page.count);
  const resources = await Promise.all(shown.map((group) => showGroup(request, group)));
  return { status: 200, body: listAnswer(resources, page, matching.length) };
}

async function showGroup({ app, caller, query, base }: ScimRequest, group: Group) {
  const shape = readShape(query);
  const members = shape.shows('members')
    ? await findGroupMembers(app.db, caller.organizationId, group.userType)
    : undefined;
  return shape.apply(toGroup(group, members, base));
}

function userAnswer({ query, base }: ScimRequest, person: ScimPerson, status: 200 | 201 = 200): ScimAnswer {
  return { status, body: readShape(query).apply(toUser(person, base)), location: `${base}/Users/${person.id}` };
}

function recordRead({ app, caller }: ScimRequest, action: Action, entityId: number): Promise<void> {
  return auditRead(app.db, { caller, action, entityId, detail: { byDirectory: true } });
}

function userId({ id }: ScimRequest): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw noResource();
  return Number(id);
}

function groupOf({ id }: ScimRequest): Group {
  const group = groups.find((known) => known.id === id);
  if (!group) throw noResource();
  return group;
}

function noMoreGroups(): AppError {
  return new AppError('forbidden', 'Kinbridge has two groups, Admins and Employees. They stay as they are.');
}
