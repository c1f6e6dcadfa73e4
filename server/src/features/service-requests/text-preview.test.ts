import { dailyLimitReason, smsBlockedReasons } from '@kinbridge/contract/sms/sms-blocked-reasons';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildUser, nextNumber, serviceIds } from '../../testing/build.ts';
import { usePartners, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp({ SMS_AUTOMATIC_PER_DAY: '2' });
const partners = usePartners(test);
const { clinic, pantry, nurse, worker } = partners;
let ownService: number;
let phoneNumber: string;

beforeAll(async () => {
  [ownService = 0] = await serviceIds(test, clinic.id);
});
beforeEach(() => {
  phoneNumber = `+1269555${String(3000 + nextNumber())}`;
});

async function refer(patient: Record<string, unknown> = {}) {
  const named = { firstName: 'Marisol', lastName: `Vega${nextNumber()}`, phoneNumber, ...patient };
  const serviceRequest = { organizationId: clinic.id, serviceId: partners.serviceId, patient: named };
  const { body } = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: nurse.token });
  return body as { id: number; patient: { id: number } };
}

const preview = async (id: number, newStatus: string) =>
  (
    await test.call('GET /v1/service-requests/{id}/transition/{newStatus}/text', {
      params: { id, newStatus },
      token: worker.token,
    })
  ).body;

const bulkMove = (id: number, status: string) =>
  test.call('POST /v1/service-requests/transition/{status}', {
    params: { status },
    body: { serviceRequestIds: [id] },
    token: worker.token,
  });

const optOut = (number: string) => sql`insert into sms_opt_outs (phone_number) values (${number})`.run(test.app.db);

describe('the text preview of a move', () => {
  it("is what the member gets, from the provider's template", async () => {
    await sql`insert into custom_messages (organization_id, key, msg) values (${pantry.id},
      'service_request_confirmation_patient', '{member_name}: {service_name}? {assignee_name}, {service_request_id}')
      on conflict do nothing`.run(test.app.db);
    const { id } = await refer();
    const params = { id, employeeId: worker.id };
    await test.call('POST /v1/service-requests/{id}/assign/{employeeId}', { params, token: worker.token });
    const shown = await preview(id, 'PENDING');
    expect(shown).toEqual({ smsText: `Marisol: Food box? Wim Worker, ${id}`, smsBlockedReason: null });
    await bulkMove(id, 'PENDING');
    expect((await test.outbox(phoneNumber)).map(({ text }) => text)).toContain(shown.smsText);
  });

  it("is the first text for a public form's request without one", async () => {
    const { id } = await refer();
    expect(await preview(id, 'OPEN')).toEqual({ smsText: null, smsBlockedReason: null });
    await sql`update service_requests set member_text_waits = true where id = ${id}`.run(test.app.db);
    expect((await preview(id, 'OPEN')).smsText).toMatch(/^Hi Marisol, Pantry received your request/);
    expect((await preview(id, 'COMPLETED')).smsText).toBeNull();
  });

  it.each(['COMPLETED', 'CANCELLED', 'PENDING'])('is empty for a request that is %s', async (status) => {
    const { id } = await refer();
    await sql`update service_requests set status = ${status},
      complete_timestamp = case when ${status} = 'COMPLETED' then now() end where id = ${id}`.run(test.app.db);
    expect(await preview(id, 'PENDING')).toEqual({ smsText: null, smsBlockedReason: null });
  });

  it('gives the reason it would be skipped', async () => {
    const silent = await refer({ phoneNumber: undefined });
    expect((await preview(silent.id, 'PENDING')).smsBlockedReason).toBe(smsBlockedReasons.noPhone);
    const { id } = await refer();
    await refer();
    expect((await preview(id, 'PENDING')).smsBlockedReason).toBe(dailyLimitReason);
    await optOut(phoneNumber);
    expect((await preview(id, 'PENDING')).smsBlockedReason).toBe(smsBlockedReasons.optedOut);
  });
});

describe('the text preview of new requests', () => {
  const ask = async (body: Record<string, unknown>, token = nurse.token) =>
    (await test.call('POST /v1/service-requests/texts', { body, token })).body;

  it('covers a known member, or the number typed for a new one', async () => {
    const { patient } = await refer();
    expect((await ask({ serviceIds: [partners.serviceId], patientId: patient.id })).memberBlockedReason).toBeNull();
    expect((await ask({ serviceIds: [partners.serviceId], phoneNumber })).memberBlockedReason).toBeNull();
    await optOut(phoneNumber);
    for (const who of [{ patientId: patient.id }, { phoneNumber }]) {
      const { memberBlockedReason } = await ask({ serviceIds: [partners.serviceId], ...who });
      expect(memberBlockedReason).toBe(smsBlockedReasons.optedOut);
    }
    expect((await ask({ serviceIds: [partners.serviceId] })).memberBlockedReason).toBe(smsBlockedReasons.noPhone);
  });

  it('lists organizations with someone other than the caller to text', async () => {
    expect((await ask({ serviceIds: [partners.serviceId, ownService] })).organizationIds).toEqual([]);
    const admin = await buildUser(test, pantry.id, { userType: 'ADMIN' });
    expect((await ask({ serviceIds: [partners.serviceId, ownService] })).organizationIds).toEqual([pantry.id]);
    const own = (assigneeId: number) => ask({ serviceIds: [ownService], assigneeId });
    expect((await own(nurse.id)).organizationIds).toEqual([]);
    const colleague = await buildUser(test, clinic.id);
    expect((await own(colleague.id)).organizationIds).toEqual([clinic.id]);
    await sql`update users set send_sms_texts = false where id in (${admin.id}, ${colleague.id})`.run(test.app.db);
    expect((await ask({ serviceIds: [partners.serviceId] })).organizationIds).toEqual([]);
    expect((await own(colleague.id)).organizationIds).toEqual([]);
  });
});
