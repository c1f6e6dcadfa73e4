import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { sealAuditLog, verifyAuditLog } from '../../records/audit/audit-chain.commands.ts';
import { flushReads } from '../../records/audit/audit-reads.ts';
import { type BuiltOrganization, buildOrganization, buildSignedIn, serviceIds } from '../../testing/build.ts';
import { type CallOptions, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { runRetention } from '../../upkeep/retention/retention.ts';

let test: TestApp;
let pantry: BuiltOrganization;
let admin: Awaited<ReturnType<typeof buildSignedIn>>;
let requests: { id: number; patient: { id: number } }[];

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

beforeEach(async () => {
  pantry = await buildOrganization(test);
  admin = await buildSignedIn(test, pantry.id, { userType: 'ADMIN' });
  const [serviceId = 0] = await serviceIds(test, pantry.id);
  requests = [];
  for (const firstName of ['Marisol', 'Nora']) {
    const serviceRequest = { organizationId: pantry.id, serviceId, patient: { firstName, lastName: 'Vega' } };
    const { body } = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: admin.token });
    requests.push(body);
  }
});

const call = (name: string, options: CallOptions = {}) =>
  test.call(name, { params: { id: pantry.id }, token: admin.token, ...options });

const entries = async (action: string) =>
  (await call('GET /v1/organizations/{id}/audit', { query: { action } })).body.content as {
    id: number;
    detail: Record<string, unknown>;
  }[];

const marisol = () => requests[0]?.patient.id;
const ticket = () => requests[0]?.id;

describe('a list or search', () => {
  it.each<[string, CallOptions, string, () => unknown]>([
    [
      'GET /v1/organizations/{id}/members',
      { query: { name: 'mari', page: '0', size: '5', status: '' } },
      'member.list',
      () => ({ asked: { name: 'mari', page: '0', size: '5', status: '' }, shown: [marisol()] }),
    ],
    [
      'POST /v1/organizations/{id}/members/search',
      { body: { name: 'mari', page: 0, size: 5 } },
      'member.list',
      () => ({ asked: { name: 'mari', page: 0, size: 5 }, shown: [marisol()] }),
    ],
    [
      'GET /v1/organizations/{id}/members',
      { query: { name: 'nobody' } },
      'member.list',
      () => ({ asked: { name: 'nobody' }, shown: [] }),
    ],
    [
      'GET /v1/organizations/{id}/service-requests',
      {},
      'service-request.list',
      () => ({ list: 'outgoing', asked: {}, shown: requests.map(({ id }) => id).toReversed() }),
    ],
    [
      'GET /v1/organizations/{id}/incoming-service-requests',
      { query: { page: '0', name: 'marisol' } },
      'service-request.list',
      () => ({ list: 'incoming', asked: { page: '0', name: 'marisol' }, shown: [ticket()] }),
    ],
    [
      'POST /v1/organizations/{id}/service-requests/search',
      { body: { name: 'marisol' } },
      'service-request.list',
      () => ({ list: 'outgoing', asked: { name: 'marisol' }, shown: [ticket()] }),
    ],
    [
      'GET /v1/organizations/{id}/service-requests/filter',
      { query: { name: 'mari' } },
      'service-request.list',
      () => ({ list: 'filter', asked: { name: 'mari' }, shown: [marisol()] }),
    ],
    [
      'POST /v1/organizations/{id}/service-requests/filter/ids',
      { body: { name: 'mari' } },
      'service-request.list',
      () => ({ list: 'filter', asked: { name: 'mari' }, shown: [marisol()] }),
    ],
    [
      'GET /v1/organizations/{id}/metrics/requests',
      { query: { side: 'incoming', fromDate: '2020-01-01' } },
      'service-request.list',
      () => ({
        list: 'metrics',
        asked: { side: 'incoming', fromDate: '2020-01-01' },
        shown: expect.arrayContaining([ticket()]),
      }),
    ],
  ])('%s %j records the search terms and the ids shown', async (name, options, action, detail) => {
    expect((await call(name, options)).status).toBe(200);
    expect((await entries(action)).map((entry) => entry.detail)).toEqual([detail()]);
  });

  it('records nothing when it is refused', async () => {
    expect((await call('POST /v1/organizations/{id}/members/search', { body: { nome: 'x' } })).status).toBe(400);
    expect(await entries('member.list')).toEqual([]);
  });

  it('records empty search terms when there is no body', async () => {
    expect((await call('POST /v1/organizations/{id}/members/search')).status).toBe(200);
    expect((await entries('member.list'))[0]?.detail).toMatchObject({ asked: {} });
  });

  it('shares one row with repeats of the same search within a minute', async () => {
    const search = (name: string) => call('POST /v1/organizations/{id}/members/search', { body: { name } });
    for (const name of ['mari', 'mari', 'nora', 'mari']) await search(name);
    await flushReads(test.app.db, Number.POSITIVE_INFINITY);
    const details = (await entries('member.list')).map(({ detail }) => [
      (detail.asked as { name: string }).name,
      detail.repeated,
    ]);
    expect(details.toReversed()).toEqual([
      ['mari', undefined],
      ['nora', undefined],
      ['mari', 2],
    ]);
  });

  it('records at most 1,000 ids and the full count', async () => {
    await sql`with people as (
        insert into users (user_type, status, first_name, last_name)
        select 'PATIENT', 'ACTIVE', 'Ann', 'Many' from generate_series(1, 1100) returning id)
      insert into organization_members (organization_id, member_id, search)
      select ${pantry.id}, id, 'ann many' from people`.run(test.app.db);
    await call('POST /v1/organizations/{id}/service-requests/filter/ids', { body: { name: 'many' } });
    const [entry] = await entries('service-request.list');
    expect(entry?.detail).toMatchObject({ shownCount: 1100 });
    expect(entry?.detail.shown).toHaveLength(1000);
  });

  it('appears in the CSV export with its search terms', async () => {
    await call('POST /v1/organizations/{id}/members/search', { body: { name: 'mari' } });
    const { bytes } = await call('GET /v1/organizations/{id}/audit/csv', { query: { action: 'member.list' } });
    expect(bytes.toString()).toContain(`""asked"":{""name"":""mari""}`);
  });
});

describe('the recorded search terms', () => {
  const search = () => call('POST /v1/organizations/{id}/members/search', { body: { name: 'Marisol' } });

  it('are stored outside the log', async () => {
    await search();
    const rows = await sql<{ line: string }>`
      select to_jsonb(a)::text as line from audit_log a where organization_id = ${pantry.id}`.many(test.app.db);
    expect(rows.filter(({ line }) => /marisol/i.test(line))).toEqual([]);
  });

  it('read as null once erased, while the row and the chain stay intact', async () => {
    await search();
    await sealAuditLog(test.app.db, test.app.config.auditKey);
    await sql`delete from audit_asked`.run(test.app.db);
    expect((await entries('member.list'))[0]?.detail).toEqual({ asked: null, shown: [marisol()] });
    expect(await verifyAuditLog(test.app.db, test.app.config.auditKey)).toMatchObject({ intact: true });
  });

  it("have a salted digest, so equal terms can't be matched or guessed", async () => {
    await search();
    await call('POST /v1/organizations/{id}/members/search', {
      body: { name: 'Marisol' },
      token: (await buildSignedIn(test, pantry.id)).token,
    });
    const rows = await sql<{ digest: string }>`select detail ->> 'askedDigest' as digest from audit_log
      where action = 'member.list' and organization_id = ${pantry.id}`.many(test.app.db);
    expect(rows).toHaveLength(2);
    expect(rows[0]?.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0]?.digest).not.toBe(rows[1]?.digest);
  });

  it('are erased when their retention period ends, not before', async () => {
    await search();
    await runRetention(test.app);
    expect((await entries('member.list'))[0]?.detail.asked).toEqual({ name: 'Marisol' });
    await sql`update audit_asked set create_timestamp = now() - interval '366 days'`.run(test.owner);
    await runRetention(test.app);
    expect((await entries('member.list'))[0]?.detail.asked).toBeNull();
  });

  it("can't be changed by the application", async () => {
    await search();
    await expect(sql`update audit_asked set asked = '{}'`.run(test.app.db)).rejects.toThrow(/permission denied/);
  });
});

describe('a row of the log', () => {
  it.each([
    "insert into audit_log (action, entity_type, create_timestamp) values ('forged', 'thing', now() - interval '1 day')",
    "insert into audit_log (id, action, entity_type) overriding system value values (1, 'forged', 'thing')",
  ])('gets its timestamp and id only from the database: %s', async (statement) => {
    await expect(sql.raw(statement).run(test.app.db)).rejects.toThrow(/permission denied/);
  });
});
