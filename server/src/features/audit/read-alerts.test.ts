import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { asOwner } from '../../testing/as-owner.ts';
import { buildOperator, buildOrganization, buildSignedIn, nextNumber, serviceIds } from '../../testing/build.ts';
import { buildForm } from '../../testing/forms.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { alertOnReads } from './read-alerts.commands.ts';

const test = useTestApp({ READ_ALERT_PER_HOUR: '2' });

type Staff = Awaited<ReturnType<typeof buildSignedIn>>;

let organizationId: number;
let admin: Staff;
let reader: Staff;

beforeEach(async () => {
  ({ id: organizationId } = await buildOrganization(test));
  admin = await buildSignedIn(test, organizationId, { userType: 'ADMIN' });
  reader = await buildSignedIn(test, organizationId, { firstName: 'Rita', lastName: 'Reader' });
});

async function addMembers(count: number, by = admin): Promise<number[]> {
  const ids = [];
  for (let i = 0; i < count; i++) {
    const body = { firstName: `Zora${nextNumber()}`, lastName: `Vega${nextNumber()}` };
    const params = { id: by.organizationId };
    const answer = await test.call('POST /v1/organizations/{id}/members', { params, body, token: by.token });
    ids.push(answer.body.member.id);
  }
  return ids;
}

async function open(ids: number[], by = reader): Promise<void> {
  for (const id of ids) {
    expect((await test.call('GET /v1/users/{id}', { params: { id }, token: by.token })).status).toBe(200);
  }
}

const look = () => alertOnReads(test.app);

const alerts = async (readerId = reader.id) =>
  await sql<{ organization_id: number; actor_id: number | null; entity_type: string; detail: object }>`
    select organization_id, actor_id, entity_type, detail from audit_log
    where action = 'records.alert' and entity_id = ${readerId} order by id`.many(test.app.db);

const counts = async (readerId = reader.id) => (await alerts(readerId)).map(({ detail }) => detail);

/** Only the owner can change a row's time. */
const age = (hours: number) =>
  asOwner(
    test.databaseUrl,
    `begin; set local session_replication_role = replica;
     update audit_log set create_timestamp = create_timestamp - make_interval(hours => ${hours}); commit`,
  );

describe('opening more members in an hour than the limit', () => {
  it('is in the audit log with the reader and the count', async () => {
    await open(await addMembers(3));
    await look();
    expect(await alerts()).toEqual([
      { organization_id: organizationId, actor_id: null, entity_type: 'user', detail: { count: 3 } },
    ]);
  });

  it('emails the other active admins a link to the audit log, without names', async () => {
    const away = await buildSignedIn(test, organizationId, { userType: 'ADMIN', status: 'INACTIVE' });
    const elsewhere = await buildSignedIn(test, (await buildOrganization(test)).id, { userType: 'ADMIN' });
    await open(await addMembers(3));
    await look();
    const [mail, ...more] = await test.outbox(admin.email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('the records of 3 members within an hour');
    expect(mail?.text.match(/https?:\S+/g)).toEqual([`${test.app.config.publicUrl}/account-management?tab=audit-log`]);
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/Rita|Reader|Zora|Vega/);
    for (const { email } of [reader, away, elsewhere]) expect(await test.outbox(email)).toEqual([]);
  });

  it('emails the operators if there is no other active admin', async () => {
    const operator = await buildOperator(test);
    await open(await addMembers(3), admin);
    await look();
    const mails = (await test.outbox(operator.email)).filter(({ subject }) => subject?.startsWith('Unusually'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`/operator/organizations/${organizationId}`);
    expect(mails[0]?.text).not.toMatch(/Zora|Vega|Person/);
    expect(await test.outbox(admin.email)).toEqual([]);
  });

  it('alerts once a day for each reader', async () => {
    await open(await addMembers(3));
    await Promise.all([look(), look()]);
    await look();
    expect(await test.outbox(admin.email)).toHaveLength(1);
    await age(23);
    await open(await addMembers(3));
    await look();
    expect(await counts()).toHaveLength(1);
    await open(await addMembers(3), admin);
    await look();
    expect(await counts(admin.id)).toEqual([{ count: 3 }]);
    await age(2);
    await open(await addMembers(3));
    await look();
    expect(await counts()).toHaveLength(2);
    expect(await test.outbox(admin.email)).toHaveLength(2);
  });
});

describe('no alert comes', () => {
  it('at the limit, however often the members are opened', async () => {
    const members = await addMembers(2);
    for (let i = 0; i < 3; i++) await open(members);
    await test.call('GET /v1/users/{id}/service-requests', { params: { id: members[0] }, token: reader.token });
    await look();
    expect(await counts()).toEqual([]);
  });

  it('for lists', async () => {
    await addMembers(3);
    const params = { id: organizationId };
    const list = await test.call('GET /v1/organizations/{id}/members', { params, token: reader.token });
    expect(list.body.content).toHaveLength(3);
    await look();
    expect(await counts()).toEqual([]);
  });

  it('for colleagues', async () => {
    for (let i = 0; i < 3; i++) await open([(await buildSignedIn(test, organizationId)).id], admin);
    await look();
    expect(await counts(admin.id)).toEqual([]);
  });

  it('for members opened more than an hour apart', async () => {
    const [first = 0, ...others] = await addMembers(3);
    await open([first]);
    await age(1);
    await open(others);
    await look();
    expect(await counts()).toEqual([]);
  });

  it('for the same members by different people', async () => {
    const [first = 0, ...others] = await addMembers(3);
    await open([first]);
    await open(others, admin);
    await look();
    expect(await counts()).toEqual([]);
  });

  it('if the setting is 0', async () => {
    await open(await addMembers(3));
    await alertOnReads({ db: test.app.db, config: { ...test.app.config, readAlertPerHour: 0 } });
    expect(await counts()).toEqual([]);
  });
});

it('counts members behind requests, at the organization of the reader', async () => {
  const pantry = await buildOrganization(test);
  const worker = await buildSignedIn(test, pantry.id);
  const [serviceId = 0] = await serviceIds(test, pantry.id);
  const requests = [];
  for (let i = 0; i < 3; i++) {
    const patient = { firstName: `Zora${nextNumber()}`, lastName: `Vega${nextNumber()}` };
    const serviceRequest = { organizationId, serviceId, patient };
    const { body } = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: admin.token });
    requests.push(body);
  }
  await open([requests[0].patient.id], worker);
  for (const { id } of requests) {
    await test.call('GET /v1/service-requests/{id}', { params: { id }, token: worker.token });
  }
  await look();
  const [alert] = await alerts(worker.id);
  expect([alert?.organization_id, alert?.detail]).toEqual([pantry.id, { count: 3 }]);
});

describe('an export of answers', () => {
  async function answeredForm(by: Staff) {
    const form = await buildForm(test, admin, [{ type: 'text', name: 'need' }]);
    for (const userId of await addMembers(3)) {
      const body = { userId, data: { need: 'x' }, version: 1 };
      await test.call('POST /v1/surveys/{id}/answer', { params: { id: form.id }, body, token: by.token });
    }
    return form;
  }
  const exportFrom = async (id: number, query: object = {}) =>
    test.call('GET /v1/surveys/{id}/answers/export', {
      params: { id },
      query: { format: 'csv', ...query },
      token: reader.token,
    });

  it('counts all its members', async () => {
    const { id } = await answeredForm(admin);
    expect((await exportFrom(id)).status).toBe(200);
    await look();
    expect(await counts()).toEqual([{ count: 3 }]);
  });

  it('counts all its members if its period is written in another way', async () => {
    const { id } = await answeredForm(admin);
    expect((await exportFrom(id, { fromDate: '2020-01-31 (x) 10:00', toDate: '2999-01-01 10:00' })).status).toBe(200);
    await look();
    expect(await counts()).toEqual([{ count: 3 }]);
  });

  it('counts those of its days only', async () => {
    const { id } = await answeredForm(admin);
    await exportFrom(id, { toDate: '2020-01-01' });
    await exportFrom(id, { fromDate: '2999-01-01' });
    await exportFrom(id, { toDate: '2020-01-01T00:00:00Z' });
    await look();
    expect(await counts()).toEqual([]);
    await exportFrom(id, { fromDate: '2020-01-01T00:00:00Z', toDate: '2999-01-01' });
    await look();
    expect(await counts()).toEqual([{ count: 3 }]);
  });
});
