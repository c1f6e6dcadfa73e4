import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import {
  type BuiltOrganization,
  buildOrganization,
  buildSignedIn,
  nextNumber,
  serviceIds,
} from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let pantry: BuiltOrganization;
let admin: Awaited<ReturnType<typeof buildSignedIn>>;
let colleague: Awaited<ReturnType<typeof buildSignedIn>>;
let request: { id: number; patient: { id: number } };

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

beforeEach(async () => {
  pantry = await buildOrganization(test);
  admin = await buildSignedIn(test, pantry.id, { userType: 'ADMIN' });
  colleague = await buildSignedIn(test, pantry.id);
  const [serviceId = 0] = await serviceIds(test, pantry.id);
  const patient = { firstName: 'Marisol', lastName: `Vega${nextNumber()}` };
  const serviceRequest = { organizationId: pantry.id, serviceId, patient };
  request = (await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: admin.token })).body;
});

const call = (name: string, params: Record<string, unknown>, body?: unknown) =>
  test.call(name, { params, body, token: admin.token });

const rowsSince = async (last: number) =>
  await sql<{ action: string; entity_id: number; organization_id: number; actor_id: number; id: number }>`
      select action, entity_id, organization_id, actor_id, id from audit_log where id > ${last} order by id`.many(
    test.app.db,
  );

const lastRow = async () => (await rowsSince(0)).at(-1)?.id ?? 0;
const long = '2020-01-01T00:00:00.000Z';

/** A write that changes nothing but returns someone's data is logged as a read. */
describe('a write that changes nothing', () => {
  it.each<[string, () => ReturnType<typeof call>, number, string, () => number]>([
    [
      'an empty edit',
      () => call('PUT /v1/users/{id}', { id: request.patient.id }, {}),
      200,
      'user.read',
      () => request.patient.id,
    ],
    [
      'a stale edit',
      () => call('PUT /v1/users/{id}', { id: request.patient.id }, { city: 'Kalamazoo', updateTimestamp: long }),
      409,
      'user.read',
      () => request.patient.id,
    ],
    [
      'a refused move',
      () =>
        call('POST /v1/service-requests/{id}/transition/{newStatus}', { id: request.id, newStatus: 'COMPLETED' }, {}),
      409,
      'service-request.read',
      () => request.id,
    ],
    [
      'a stale move',
      () =>
        call(
          'POST /v1/service-requests/{id}/transition/{newStatus}',
          { id: request.id, newStatus: 'OPEN' },
          { version: 99 },
        ),
      409,
      'service-request.read',
      () => request.id,
    ],
    [
      'an activation of an active employee',
      () => call('POST /v1/users/{id}/activate', { id: colleague.id }),
      200,
      'user.read',
      () => colleague.id,
    ],
    [
      'a promotion of an admin',
      async () => {
        const other = await buildSignedIn(test, pantry.id, { userType: 'ADMIN' });
        colleague = other;
        return call('POST /v1/users/{id}/promote-admin', { id: other.id });
      },
      200,
      'user.read',
      () => colleague.id,
    ],
    [
      'a revocation of a non-admin',
      () => call('POST /v1/users/{id}/revoke-admin', { id: colleague.id }),
      200,
      'user.read',
      () => colleague.id,
    ],
    [
      'a merge preview',
      () => call('GET /v1/users/{id}/merges', { id: request.patient.id }),
      200,
      'member.merges-read',
      () => request.patient.id,
    ],
  ])('records a read: %s', async (_, act, status, action, entityId) => {
    const before = await lastRow();
    expect((await act()).status).toBe(status);
    expect(await rowsSince(before)).toEqual([
      { action, entity_id: entityId(), organization_id: pantry.id, actor_id: admin.id, id: expect.any(Number) },
    ]);
  });

  it('records a read for a repeated assignment', async () => {
    const assign = () =>
      call('POST /v1/service-requests/{id}/assign/{employeeId}', { id: request.id, employeeId: colleague.id });
    const before = await lastRow();
    expect((await assign()).status).toBe(200);
    expect((await assign()).status).toBe(200);
    const actions = (await rowsSince(before)).map(({ action }) => action);
    expect(actions).toEqual(['service-request.assign', 'service-request.read']);
  });

  it('records no read when an edit changes something', async () => {
    const before = await lastRow();
    expect((await call('PUT /v1/users/{id}', { id: request.patient.id }, { city: 'Kalamazoo' })).status).toBe(200);
    expect((await rowsSince(before)).map(({ action }) => action)).toEqual(['user.edit']);
  });
});
