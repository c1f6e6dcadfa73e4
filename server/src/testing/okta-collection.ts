import { expect } from 'vitest';
import type { Answer } from './test-app.ts';

/**
 * What Okta's published SCIM 2.0 test collections check, in our own words: `Okta-SCIM-20-SPEC-Test.json`, and the calls
 * to the service in `Okta-SCIM-20-CRUD-Test.json`, whose other half drives an Okta account (okta/okta-developer-docs,
 * Apache-2.0). `{{name}}` is a value that a step before kept.
 */
export interface Step {
  name: string;
  call: string;
  body?: object;
  /** Sent instead of the token. */
  authorization?: string;
  status: number;
  /** The value of each path; `any` must not be empty, `number` is a number. */
  finds?: Record<string, unknown>;
  keeps?: Record<string, string>;
}

const list = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const error = 'urn:ietf:params:scim:api:messages:2.0:Error';
const user = 'urn:ietf:params:scim:schemas:core:2.0:User';
const any = Symbol('any');
const number = Symbol('number');

const aUser = (at: string) => ({
  [`${at}id`]: any,
  [`${at}name.familyName`]: any,
  [`${at}name.givenName`]: any,
  [`${at}userName`]: any,
  [`${at}active`]: any,
  [`${at}emails.0.value`]: any,
});
const newUser = {
  schemas: [user],
  userName: '{{email}}',
  name: { givenName: '{{givenName}}', familyName: '{{familyName}}' },
  emails: [{ primary: true, value: '{{email}}', type: 'work' }],
  displayName: '{{givenName}} {{familyName}}',
  active: true,
};
const patch = (value: object) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', value }],
});

export const oktaSpecTest: Step[] = [
  {
    name: 'lists a user with all that Okta needs',
    call: 'GET /Users?count=1&startIndex=1',
    status: 200,
    finds: {
      'schemas.0': list,
      itemsPerPage: number,
      startIndex: number,
      totalResults: number,
      ...aUser('Resources.0.'),
    },
    keeps: { someone: 'Resources.0.id' },
  },
  { name: 'reads one', call: 'GET /Users/{{someone}}', status: 200, finds: { ...aUser(''), id: '{{someone}}' } },
  {
    name: 'finds nobody by an unknown name',
    call: 'GET /Users?filter=userName eq "abcdefgh@atko.example"',
    status: 200,
    finds: { 'schemas.0': list, totalResults: 0 },
  },
  {
    name: 'answers 404 for an unknown id',
    call: 'GET /Users/010101001010101011001010101011',
    status: 404,
    finds: { 'schemas.0': error, detail: any },
  },
  {
    name: 'does not know the new user yet',
    call: 'GET /Users?filter=userName eq "{{email}}"',
    status: 200,
    finds: { 'schemas.0': list, totalResults: 0 },
  },
  {
    name: 'creates a user from plain JSON',
    call: 'POST /Users',
    body: newUser,
    status: 201,
    finds: {
      'schemas.0': user,
      active: true,
      id: any,
      'name.familyName': '{{familyName}}',
      'name.givenName': '{{givenName}}',
      userName: '{{email}}',
    },
    keeps: { created: 'id' },
  },
  {
    name: 'reads the created user',
    call: 'GET /Users/{{created}}',
    status: 200,
    finds: { userName: '{{email}}', 'name.familyName': '{{familyName}}', 'name.givenName': '{{givenName}}' },
  },
  { name: 'refuses to create the user twice', call: 'POST /Users', body: newUser, status: 409 },
  { name: 'searches in capitals', call: 'GET /Users?filter=userName eq "{{EMAIL}}"', status: 200 },
  { name: 'lists groups', call: 'GET /Groups', status: 200, finds: { totalResults: number, 'Resources.0': any } },
  {
    name: 'answers 401 for a wrong token',
    call: 'GET /Users?filter=userName eq "{{EMAIL}}"',
    authorization: 'non-token',
    status: 401,
    finds: { 'schemas.0': error, detail: any, status: '401' },
  },
  {
    name: 'answers 404 for a number that is nobody',
    call: 'GET /Users/00919288221112222',
    status: 404,
    finds: { 'schemas.0': error, detail: any, status: '404' },
  },
];

/** Okta's own calls stand in for the steps at Okta. */
export const oktaCrudTest: Step[] = [
  { name: 'Okta assigns a user', call: 'POST /Users', body: newUser, status: 201 },
  {
    name: 'finds the assigned user',
    call: 'GET /Users?filter=userName eq "{{email}}"',
    status: 200,
    finds: {
      'Resources.0.userName': '{{email}}',
      'Resources.0.emails.0.value': '{{email}}',
      'Resources.0.name.familyName': '{{familyName}}',
      'Resources.0.name.givenName': '{{givenName}}',
    },
    keeps: { created: 'Resources.0.id' },
  },
  {
    name: 'Okta renames the user',
    call: 'PUT /Users/{{created}}',
    body: { ...newUser, name: { givenName: '{{givenName}}update', familyName: '{{familyName}}' } },
    status: 200,
  },
  {
    name: 'shows the new name',
    call: 'GET /Users/{{created}}',
    status: 200,
    finds: { 'name.givenName': '{{givenName}}update' },
  },
  { name: 'Okta deactivates', call: 'PATCH /Users/{{created}}', body: patch({ active: false }), status: 200 },
  { name: 'shows it', call: 'GET /Users/{{created}}', status: 200, finds: { active: false } },
  { name: 'Okta reactivates', call: 'PATCH /Users/{{created}}', body: patch({ active: true }), status: 200 },
  { name: 'shows it again', call: 'GET /Users/{{created}}', status: 200, finds: { active: true } },
  { name: 'Okta unassigns', call: 'PATCH /Users/{{created}}', body: patch({ active: false }), status: 200 },
  { name: 'keeps the user, inactive', call: 'GET /Users/{{created}}', status: 200, finds: { active: false } },
];

/** Runs the steps in order; what one keeps, the next ones use. */
export async function runSteps(
  steps: Step[],
  person: { givenName: string; familyName: string; email: string },
  send: (call: string, body: string | undefined, authorization: string | undefined) => Promise<Answer>,
): Promise<void> {
  const kept: Record<string, string> = { ...person, EMAIL: person.email.toUpperCase() };
  const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => kept[name] ?? '');
  for (const { name, call, body, authorization, status, finds = {}, keeps = {} } of steps) {
    const answer = await send(fill(call), body && fill(JSON.stringify(body)), authorization);
    expect(answer.status, name).toBe(status);
    for (const [path, wanted] of Object.entries(finds)) {
      const found = valueAt(answer.body, path);
      if (wanted === any) expect(found ?? '', `${name}: ${path}`).not.toBe('');
      else if (wanted === number) expect(found, `${name}: ${path}`).toEqual(expect.any(Number));
      else expect(found, `${name}: ${path}`).toBe(typeof wanted === 'string' ? fill(wanted) : wanted);
    }
    for (const [key, path] of Object.entries(keeps)) kept[key] = String(valueAt(answer.body, path));
  }
}

function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], body);
}
