import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, nextNumber, serviceIds } from '../../testing/build.ts';
import { buildForm } from '../../testing/forms.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { sumUpCounts } from '../service-requests/counts.commands.ts';

let test: TestApp;
let clinic: Place;
let pantry: Place;

type Place = Awaited<ReturnType<typeof buildPlace>>;

async function buildPlace() {
  const { id } = await buildOrganization(test);
  const [serviceId = 0] = await serviceIds(test, id);
  const staff = await buildSignedIn(test, id);
  return { id, serviceId, staff, token: staff.token };
}

beforeAll(async () => {
  test = await startTestApp();
  [clinic, pantry] = [await buildPlace(), await buildPlace()];
});
afterAll(() => test.close());

async function refer(from: Place, to: Place, person: Record<string, unknown>) {
  const serviceRequest = { organizationId: from.id, serviceId: to.serviceId, ...person };
  const { body } = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: from.token });
  return { ticket: body.id as number, memberId: body.patient.id as number };
}
const move = (id: number, newStatus: string, place: Place) =>
  test.call('POST /v1/service-requests/{id}/transition/{newStatus}', { params: { id, newStatus }, token: place.token });

/** Cancels the request and backdates it in the database. */
async function cancel(ticket: number, daysAgo: number): Promise<void> {
  await move(ticket, 'CANCELLED', clinic);
  await sql`update service_requests set status_timestamp = now() - make_interval(days => ${daysAgo})
    where id = ${ticket}`.run(test.app.db);
}

/** A member the clinic added and referred to the pantry, with a request cancelled this many days ago. */
async function buildReferred({ daysAgo = 31 } = {}) {
  const lastName = `Quill${nextNumber()}`;
  const patient = { firstName: 'Nell', lastName, dateOfBirth: '1980-05-06', phoneNumber: '+12695550181' };
  const referred = await refer(clinic, pantry, { patient });
  await cancel(referred.ticket, daysAgo);
  return { ...referred, lastName, patient };
}

const read = (id: number, place: Place) => test.call('GET /v1/users/{id}', { params: { id }, token: place.token });
const edit = (id: number, place: Place, body: Record<string, unknown>) =>
  test.call('PUT /v1/users/{id}', { params: { id }, token: place.token, body });
const request = async (id: number, place: Place) =>
  (await test.call('GET /v1/service-requests/{id}', { params: { id }, token: place.token })).body;
const incoming = async (name: string) => {
  const options = { params: { id: pantry.id }, query: { page: '0', name }, token: pantry.token };
  const { body } = await test.call('GET /v1/organizations/{id}/incoming-service-requests', options);
  return body.content as { id: number; patient: { firstName: string } }[];
};
const members = async (name: string, place: Place) => {
  const options = { params: { id: place.id }, query: { name }, token: place.token };
  return (await test.call('GET /v1/organizations/{id}/members', options)).body.totalElements as number;
};

describe('a receiving organization whose requests are all cancelled', () => {
  it('still sees the member after 29 days', async () => {
    const { memberId } = await buildReferred({ daysAgo: 29 });
    expect((await read(memberId, pantry)).status).toBe(200);
  });

  it("can't see the member after 30 days on any call", async () => {
    const { memberId, lastName } = await buildReferred();
    expect((await read(memberId, pantry)).status).toBe(404);
    expect((await edit(memberId, pantry, { city: 'Portage' })).status).toBe(404);
    expect([await members(lastName, pantry), await members(lastName, clinic)]).toEqual([0, 1]);
    const { token } = pantry;
    const filter = { params: { id: pantry.id }, query: { name: lastName }, token };
    const filtered = await test.call('GET /v1/organizations/{id}/service-requests/filter', filter);
    expect(filtered.body.totalElements).toBe(0);
    const calls: [string, object][] = [
      ['GET /v1/users/{id}/service-requests', { params: { id: memberId } }],
      ['GET /v1/users/{id}/proposed-changes', { params: { id: memberId } }],
      ['GET /v1/users/{id}/duplicates', { params: { id: memberId } }],
      ['GET /v1/users/{userId}/documents', { params: { userId: memberId } }],
      ['GET /v1/messages/getPatientMessages/{id}', { params: { id: memberId } }],
      ['POST /v1/users/{id}/messages', { params: { id: memberId }, body: { message: 'Hi' } }],
      ['POST /v1/messages/sendSMSToIdsList', { body: { ids: [memberId], message: 'Hi' } }],
    ];
    for (const [name, options] of calls)
      expect([name, (await test.call(name, { ...options, token })).status]).toEqual([name, 404]);
  });

  it('counts the member in its list total while it sees them', async () => {
    const before = await members('', pantry);
    const { memberId, ticket } = await buildReferred({ daysAgo: 29 });
    expect(await members('', pantry)).toBe(before + 1);
    await sql`update service_requests set status_timestamp = now() - interval '31 days' where id = ${ticket}`.run(
      test.app.db,
    );
    expect(await members('', pantry)).toBe(before);
    await refer(clinic, pantry, { patientId: memberId });
    expect(await members('', pantry)).toBe(before + 1);
    await sumUpCounts(test.app.db);
    expect(await members('', pantry)).toBe(before + 1);
  });

  it('sees the member as long as one request is not cancelled', async () => {
    const { memberId } = await buildReferred();
    const { ticket } = await refer(clinic, pantry, { patientId: memberId });
    expect((await read(memberId, pantry)).status).toBe(200);
    await cancel(ticket, 29);
    expect((await read(memberId, pantry)).status).toBe(200);
    await cancel(ticket, 31);
    await sql`update service_requests set status_timestamp = now() - interval '31 days' where id = ${ticket}`.run(
      test.app.db,
    );
    expect((await read(memberId, pantry)).status).toBe(404);
  });

  it('reads the request with the member as they were when access ended', async () => {
    const { memberId, ticket, lastName, patient } = await buildReferred();
    const note = { serviceRequestId: ticket, content: 'Called twice' };
    await test.call('POST /v1/notes', { parts: { note }, token: clinic.token });
    await edit(memberId, clinic, { firstName: 'Nora', phoneNumber: '+12695550182', zipCode: '49008' });
    await edit(memberId, clinic, { firstName: 'Norma' });
    const seen = await request(ticket, pantry);
    expect(seen).toMatchObject({ patient: { ...patient, id: memberId, zipCode: null }, smsBlockedReason: null });
    expect((await request(ticket, clinic)).patient).toMatchObject({ firstName: 'Norma', phoneNumber: '+12695550182' });
    expect(await incoming(`Nell ${lastName}`)).toMatchObject([{ id: ticket, patient: { firstName: 'Nell' } }]);
    expect(await incoming(`Norma ${lastName}`)).toEqual([]);
    const notes = { params: { id: ticket }, token: pantry.token };
    expect((await test.call('GET /v1/service-requests/{id}/notes', notes)).body).toMatchObject([
      { content: 'Called twice' },
    ]);
    const texts = await test.call('GET /v1/messages/getServiceRequestMessages/{id}', notes);
    expect(texts.body).not.toHaveLength(0);
    const timeline = await test.call('GET /v1/service-requests/{id}/timeline', notes);
    expect(JSON.stringify([texts.body, timeline.body])).not.toMatch(/Nora|Norma/);
  });

  it('sorts the request by the last name it saw', async () => {
    const { memberId, ticket: nell } = await buildReferred();
    const { ticket: nina } = await refer(clinic, pantry, { patient: { firstName: 'Nina', lastName: 'Quill' } });
    await edit(memberId, clinic, { firstName: 'Norma' });
    const order = async (side: string, place: Place) => {
      const query = { page: '0', size: '200', sort: 'memberName,asc' };
      const call = `GET /v1/organizations/{id}/${side}service-requests`;
      const { body } = await test.call(call, { params: { id: place.id }, query, token: place.token });
      return body.content.map(({ id }: { id: number }) => id).filter((id: number) => [nell, nina].includes(id));
    };
    expect(await order('incoming-', pantry)).toEqual([nell, nina]);
    expect(await order('', clinic)).toEqual([nina, nell]);
  });

  it('sees the current member again after a new request', async () => {
    const { memberId, ticket } = await buildReferred();
    await edit(memberId, clinic, { firstName: 'Nora' });
    await refer(clinic, pantry, { patientId: memberId });
    expect((await read(memberId, pantry)).body).toMatchObject({ firstName: 'Nora' });
    expect((await request(ticket, pantry)).patient).toMatchObject({ firstName: 'Nora' });
    await edit(memberId, clinic, { firstName: 'Norma' });
    expect((await request(ticket, pantry)).patient).toMatchObject({ firstName: 'Norma' });
  });

  it("can't regain access by reopening; the requesting side can restore it", async () => {
    const { memberId, ticket } = await buildReferred();
    expect((await request(ticket, pantry)).allowedMoves).toEqual([]);
    expect((await move(ticket, 'REQUESTED', pantry)).status).toBe(409);
    expect((await move(ticket, 'REQUESTED', clinic)).status).toBe(200);
    expect((await read(memberId, pantry)).status).toBe(200);
  });

  it("doesn't send queued texts of an earlier mass message", async () => {
    const { memberId, ticket } = await buildReferred({ daysAgo: 1 });
    const body = { ids: [memberId], message: 'Pantry news' };
    const sent = await test.call('POST /v1/messages/sendSMSToIdsList', { body, token: pantry.token });
    expect(sent.body.queued).toBe(1);
    await cancel(ticket, 31);
    await sql`update service_requests set status_timestamp = now() - interval '31 days' where id = ${ticket}`.run(
      test.app.db,
    );
    await test.runJobs();
    const rows = await sql`select state from sms_messages where campaign_id = ${sent.body.campaignId}`.many(
      test.app.db,
    );
    expect(rows).toEqual([{ state: 'skipped' }]);
  });

  it("doesn't block merging the record, and keeps its last view of it", async () => {
    const { memberId, ticket, lastName } = await buildReferred();
    const patient = { firstName: 'Eleanor', lastName };
    const { memberId: survivorId } = await refer(clinic, clinic, { patient });
    const merge = { params: { id: survivorId }, body: { mergedId: memberId }, token: clinic.token };
    const { status, body } = await test.call('POST /v1/users/{id}/merges', merge);
    expect(status).toBe(201);
    expect((await request(ticket, pantry)).patient).toMatchObject({ id: memberId, firstName: 'Nell' });
    expect((await read(survivorId, pantry)).status).toBe(404);
    const undo = { params: { id: survivorId, mergeId: body.id }, token: clinic.token };
    expect((await test.call('POST /v1/users/{id}/merges/{mergeId}/undo', undo)).status).toBe(200);
    expect((await read(memberId, pantry)).status).toBe(404);
    await refer(clinic, pantry, { patientId: memberId });
    expect((await request(ticket, pantry)).patient).toMatchObject({ id: memberId, firstName: 'Nell' });
    expect((await read(memberId, pantry)).status).toBe(200);
  });
});

describe("an organization's own access", () => {
  it("doesn't end when it added or referred the member", async () => {
    const { memberId, lastName, patient } = await buildReferred({ daysAgo: 1 });
    await refer(pantry, pantry, { patientId: memberId });
    await sql`update service_requests set status_timestamp = now() - interval '40 days', status = 'CANCELLED'
      where member_id = ${memberId}`.run(test.app.db);
    expect((await read(memberId, pantry)).status).toBe(200);
    const added = await refer(pantry, clinic, { patient: { ...patient, firstName: 'Own', lastName: `${lastName}x` } });
    await move(added.ticket, 'CANCELLED', pantry);
    await sql`update service_requests set status_timestamp = now() - interval '40 days' where id = ${added.ticket}`.run(
      test.app.db,
    );
    expect([(await read(added.memberId, pantry)).status, (await read(added.memberId, clinic)).status]).toEqual([
      200, 404,
    ]);
  });

  it("doesn't end when the member answered its form", async () => {
    const { memberId, ticket } = await buildReferred({ daysAgo: 1 });
    const form = await buildForm(test, pantry.staff, [{ type: 'text', name: 'q' }]);
    const answer = { params: { id: form.id }, body: { userId: memberId, data: { q: 'Yes' }, version: 1 } };
    expect((await test.call('POST /v1/surveys/{id}/answer', { ...answer, token: pantry.token })).status).toBe(201);
    await sql`update service_requests set status_timestamp = now() - interval '40 days' where id = ${ticket}`.run(
      test.app.db,
    );
    expect((await read(memberId, pantry)).status).toBe(200);
  });
});
