import type { OrganizationSetup } from '@kinbridge/contract/organizations/setup.contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, buildUser, serviceIds } from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let organizationId: number;
let admin: Awaited<ReturnType<typeof buildSignedIn>>;

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  organizationId = (await buildOrganization(test)).id;
  admin = await buildSignedIn(test, organizationId, { userType: 'ADMIN' });
});
afterAll(() => test.close());

const call = async (id = organizationId, token = admin.token) =>
  test.call('GET /v1/organizations/{id}/setup', { params: { id }, token });
const setup = async (): Promise<OrganizationSetup> => (await call()).body;
const dismiss = (dismissed: boolean) =>
  test.call('PUT /v1/organizations/{id}/setup', {
    params: { id: organizationId },
    body: { dismissed },
    token: admin.token,
  });

describe('the first steps of an organization', () => {
  it('are open for a new one, except for its services', async () => {
    expect(await setup()).toEqual({
      services: true,
      logo: false,
      colleagues: false,
      members: false,
      referral: false,
      form: false,
      dismissed: false,
    });
  });

  it('reopen when the last service is deleted', async () => {
    const [id] = await serviceIds(test, organizationId);
    await test.call('POST /v1/services/deleteService/{id}', { params: { id }, token: admin.token });
    expect((await setup()).services).toBe(false);
  });

  it.each([
    [
      'an invitation',
      () =>
        test.call('POST /v1/organizations/{id}/invitations', {
          params: { id: organizationId },
          body: {},
          token: admin.token,
        }),
    ],
    ['a colleague', () => buildUser(test, organizationId)],
  ])('count colleagues from %s on', async (_what, add) => {
    await buildUser(test, organizationId, { verified: false, status: 'PENDING' });
    expect((await setup()).colleagues).toBe(false);
    await add();
    expect((await setup()).colleagues).toBe(true);
  });

  it('include its own referral and member, but not those of others', async () => {
    const [serviceId] = await serviceIds(test, organizationId);
    const stranger = await buildSignedIn(test, (await buildOrganization(test)).id);
    const refer = (by: { organizationId: number; token: string }) => {
      const patient = { firstName: 'Ann', lastName: 'Other' };
      const serviceRequest = { organizationId: by.organizationId, serviceId, patient };
      return test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: by.token });
    };
    await refer(stranger);
    expect((await setup()).referral).toBe(false);
    await refer(admin);
    expect(await setup()).toMatchObject({ referral: true, members: true });
  });

  it('include the first form', async () => {
    const data = { pages: [{ name: 'page1', elements: [{ type: 'text', name: 'q1', title: 'How are you?' }] }] };
    const body = { title: 'Intake', data, organizationId };
    expect((await test.call('POST /v1/surveys', { body, token: admin.token })).status).toBe(201);
    expect((await setup()).form).toBe(true);
  });

  it('can be dismissed and restored for the whole organization', async () => {
    const colleague = await buildSignedIn(test, organizationId, { userType: 'ADMIN' });
    expect((await dismiss(true)).body.dismissed).toBe(true);
    expect((await dismiss(true)).status).toBe(200);
    expect((await call(organizationId, colleague.token)).body.dismissed).toBe(true);
    expect((await dismiss(false)).body.dismissed).toBe(false);
    const rows = await sql<{ action: string }>`select action from audit_log
      where organization_id = ${organizationId} and action like 'organization.setup-%' order by id`.many(test.app.db);
    expect(rows.map(({ action }) => action)).toEqual(['organization.setup-dismiss', 'organization.setup-show']);
  });

  it("are only for the organization's admins", async () => {
    const stranger = await buildSignedIn(test, (await buildOrganization(test)).id, { userType: 'ADMIN' });
    expect((await call(organizationId, stranger.token)).status).toBe(404);
    expect((await call(organizationId, (await buildSignedIn(test, organizationId)).token)).status).toBe(403);
  });
});
