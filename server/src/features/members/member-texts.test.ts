import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, nextNumber, serviceIds } from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let nurse: Awaited<ReturnType<typeof buildSignedIn>>;
let serviceId: number;

beforeAll(async () => {
  test = await startTestApp();
  const clinic = await buildOrganization(test);
  [serviceId = 0] = await serviceIds(test, clinic.id);
  nurse = await buildSignedIn(test, clinic.id);
});
afterAll(() => test.close());

async function createMember(phoneNumber: string | null): Promise<number> {
  const patient = { firstName: 'Marisol', lastName: `Vega${nextNumber()}`, phoneNumber };
  const serviceRequest = { organizationId: nurse.organizationId, serviceId, patient };
  const { body } = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: nurse.token });
  return body.patient.id;
}

const read = (id: number) => test.call('GET /v1/users/{id}', { params: { id }, token: nurse.token });
const edit = (id: number, body: unknown) =>
  test.call('PUT /v1/users/{id}', { params: { id }, body, token: nurse.token });

describe('a member read by id', () => {
  it('has null as the blocked reason when texts are allowed', async () => {
    const { body } = await read(await createMember('(269) 555-2001'));
    expect(body.smsBlockedReason).toBeNull();
    expect((await edit(body.id, body)).body.smsBlockedReason).toBeNull();
  });

  it('has the blocked reason: no number, no consent, or opted out', async () => {
    expect((await read(await createMember(null))).body.smsBlockedReason).toBe('There is no phone number.');
    const id = await createMember('(269) 555-2002');
    const { body } = await edit(id, { sendSmsTexts: false });
    expect(body.smsBlockedReason).toBe('This person has not agreed to receive texts.');
    await sql`insert into sms_opt_outs (phone_number) values ('+12695552002')`.run(test.app.db);
    expect((await read(id)).body.smsBlockedReason).toMatch(/^This number opted out by texting STOP/);
  });

  it('accepts the same reason in an edit and refuses another', async () => {
    const id = await createMember(null);
    const { body } = await read(id);
    expect((await edit(id, { ...body, city: 'Flint' })).body).toMatchObject({ city: 'Flint' });
    expect((await edit(id, { smsBlockedReason: 'Because' })).status).toBe(400);
  });

  it('has the reason only for members', async () => {
    const own = await read(nurse.id);
    expect(own.body).not.toHaveProperty('smsBlockedReason');
  });
});
