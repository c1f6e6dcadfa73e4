import { expect, test } from 'vitest';
import type { Caller } from './caller.ts';
import { refuseOtherOrganizations } from './own-organization.ts';

const route = {
  organization: [['params', 'id'] as ['params', string], ['body', 'organizationId'] as ['body', string]],
};
const caller = { organizationId: 7 } as Caller;

test.each([
  ['its own', { params: { id: 7 }, body: { organizationId: 7 } }],
  ['its own as text', { params: { id: '7' }, body: {} }],
  ['an optional parameter left out', { params: { id: 7 }, body: {} }],
  ['no body', { params: { id: 7 }, body: undefined }],
])('accepts %s', (_case, input) => {
  expect(() => refuseOtherOrganizations(route, caller, input)).not.toThrow();
});

test.each([
  ['another in the path', { params: { id: 8 }, body: {} }],
  ['another in the body', { params: { id: 7 }, body: { organizationId: 8 } }],
  ['a person without one', { params: { id: 7 }, body: {} }, { organizationId: null } as Caller],
])('refuses %s', (_case, input, who = caller) => {
  expect(() => refuseOtherOrganizations(route, who, input)).toThrow(expect.objectContaining({ code: 'not_found' }));
});
