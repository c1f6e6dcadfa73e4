import type { CallName } from '@kinbridge/contract/calls';
import { expect, test } from 'vitest';
import { routes } from './routes.ts';

/**
 * What every route declares, written down a second time: commands check again what they can, so that a declaration
 * that was loosened by mistake might show in no answer.
 */
const declared: Record<CallName, string> = {
  'POST /v1/auth/sign-up': 'public, limited',
  'POST /v1/auth/verify-email': 'public, limited',
  'POST /v1/auth/resend-verification': 'public, limited',
  'POST /v1/auth/login': 'public, limited',
  'POST /v1/auth/refresh-token': 'public, limited',
  'POST /v1/auth/logout': 'public, limited',
  'POST /v1/auth/forgotPassword/{email}': 'public, limited',
  'POST /v1/auth/forgotPasswordVerify': 'public, limited',
  'GET /v1/organizations': 'public, a session tells more',
  'POST /v1/organizations': 'public, limited',
  'GET /v1/organizations/{id}': 'organization:read',
  'PUT /v1/organizations/{id}': 'organization:edit',
  'GET /v1/organizations/{id}/image': 'public, a session tells more',
  'GET /v1/organizations/{id}/services': 'organization:read',
  'POST /v1/services': 'service:edit',
  'POST /v1/services/updateServices': 'service:edit',
  'POST /v1/services/deleteService/{id}': 'service:edit',
  'GET /v1/users/{id}': 'user:read',
  'PUT /v1/users/{id}': 'user:edit',
  'POST /v1/users/{id}/activate': 'employee:activate',
  'POST /v1/users/{id}/terminate': 'employee:terminate',
  'POST /v1/users/{id}/promote-admin': 'employee:promote',
  'POST /v1/users/{id}/revoke-admin': 'employee:revoke',
  'POST /v1/users/{id}/reassign': 'employee:reassign',
  'GET /v1/users/{id}/email-preferences': 'email-preference:read',
  'POST /v1/users/{id}/email-preferences': 'email-preference:edit',
  'PUT /v1/users/{id}/email-preferences': 'email-preference:edit',
  'GET /v1/organizations/{id}/members': 'member:read',
  'GET /v1/users': 'employee:list',
  'POST /v1/organizations/{id}/services/upload-patients': 'member:upload',
  'GET /v1/uploads/{id}': 'member:upload',
  'GET /v1/users/{id}/duplicates': 'member:read',
  'GET /v1/users/{id}/merges': 'member:read',
  'POST /v1/users/{id}/merges': 'member:merge',
  'POST /v1/users/{id}/merges/{mergeId}/undo': 'member:merge',
  'GET /v1/users/{userId}/documents': 'member-documents:read',
  'POST /v1/users/{userId}/documents': 'member-documents:add',
  'GET /v1/users/{userId}/documents/{id}': 'member-documents:read',
  'DELETE /v1/users/{userId}/documents/{id}': 'member-documents:add',
  'POST /v1/service-requests': 'service-request:create',
  'GET /v1/service-requests/{id}': 'service-request:read',
  'GET /v1/service-requests/{id}/timeline': 'service-request:read',
  'GET /v1/service-requests/{id}/notes': 'service-request:read',
  'GET /v1/service-requests/{id}/file': 'service-request:read',
  'POST /v1/service-requests/{id}/assign/{employeeId}': 'service-request:assign',
  'POST /v1/service-requests/{id}/transition/{newStatus}': 'service-request:move',
  'POST /v1/service-requests/transition/{status}': 'service-request:move',
  'POST /v1/notes': 'service-request:comment',
  'GET /v1/notes/{id}/file': 'service-request:read',
  'GET /v1/organizations/{id}/service-requests': 'service-request:read',
  'GET /v1/organizations/{id}/incoming-service-requests': 'service-request:read',
  'GET /v1/organizations/{id}/service-requests/counts': 'service-request:read',
  'GET /v1/organizations/{id}/incoming-service-requests/counts': 'service-request:read',
  'GET /v1/organizations/{id}/service-requests/filter': 'service-request:read',
  'GET /v1/users/{id}/service-requests': 'member-requests:read',
  'GET /v1/users/{id}/service-request-assignments': 'service-request:read',
  'GET /v1/messages/getServiceRequestMessages/{id}': 'service-request:read',
  'GET /v1/messages/getServiceRequestMessagesCsv/{id}': 'service-request:read',
  'GET /v1/messages/getPatientMessages/{patientId}': 'member:read',
  'POST /v1/users/{id}/messages': 'member:message',
  'POST /v1/messages/inbound': 'public, limited',
  'POST /v1/messages/status': 'public, limited',
  'GET /v1/events': 'events:hear',
  'GET /v1/organizations/{id}/custom-messages': 'custom-message:read',
  'POST /v2/organizations/{id}/custom-messages': 'custom-message:edit',
  'PUT /v2/organizations/{id}/custom-messages': 'custom-message:edit',
  'POST /v1/support': 'support:ask',
  'GET /v1/organizations/{id}/audit': 'audit:read',
  'GET /v1/organizations/{id}/audit/csv': 'audit:read',
};

test.each(routes.map((route) => [route.name, route] as const))('%s declares its access', (name, route) => {
  const words = [route.access, route.sessionOptional && 'a session tells more', route.limited && 'limited'];
  expect(words.filter(Boolean).join(', ')).toBe(declared[name]);
});

test('every call of the contract has its route', () => {
  expect(routes.map(({ name }) => name).sort()).toEqual(Object.keys(declared).sort());
});
