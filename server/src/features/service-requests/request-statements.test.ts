import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { queueSms } from '../../records/sms/sms.commands.ts';
import { type BuiltOrganization, buildOrganization, buildSignedIn, serviceIds } from '../../testing/build.ts';
import { queriesOf } from '../../testing/statements.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { forgetCommonKeys, learnCommonKeys } from '../members/search-keys.queries.ts';

let test: TestApp;
let clinic: BuiltOrganization;
let pantry: BuiltOrganization;
let nurse: { id: number; token: string };
let serviceId = 0;
let patientId = 0;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await buildOrganization(test);
  pantry = await buildOrganization(test);
  nurse = await buildSignedIn(test, clinic.id);
  await buildSignedIn(test, pantry.id, { userType: 'ADMIN' });
  [serviceId = 0] = await serviceIds(test, pantry.id);
  const patient = { firstName: 'Ann', lastName: 'Other', phoneNumber: '+12695550123' };
  patientId = (await create({ patient })).body.patient.id;
});
afterAll(() => test.close());

function create(over: object = { patientId }, headers: Record<string, string> = {}) {
  const serviceRequest = { organizationId: clinic.id, serviceId, ...over };
  return test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: nurse.token, headers });
}

describe('creating a request', () => {
  it("doesn't wait for other transactions that queue texts", async () => {
    await transaction(test.app.db, async (tx) => {
      const sms = { kind: 'staff', organizationId: clinic.id, serviceRequestId: null, userId: patientId } as const;
      await queueSms(tx, [{ ...sms, body: 'Hello' }], 20);
      expect((await create()).status).toBe(201);
    });
  });

  it('takes nine queries for a known member, and eleven with an Idempotency-Key', async () => {
    expect(await queriesOf(() => create())).toHaveLength(9);
    const keyed = await queriesOf(() => create({ patientId }, { 'idempotency-key': 'once' }));
    expect(keyed).toHaveLength(11);
  });

  it('is looked up with one plan, whatever it names', async () => {
    const lookUp = (await queriesOf(() => create())).find(({ text }) => text.includes('hold_member'));
    expect(lookUp).toMatchObject({ plan: 'generic' });
  });

  it('counts automatic texts with a partial index', async () => {
    await transaction(test.app.db, async (tx) => {
      const scans = async () => {
        const months = await sql<{ n: number }>`select pg_stat_get_xact_numscans(inhrelid) as n from pg_inherits
          where inhparent = 'sms_messages_automatic'::regclass order by inhrelid`.many(tx);
        return months.map(({ n }) => n);
      };
      await sql`set local enable_seqscan = off`.run(tx);
      const before = await scans();
      await sql`select count_automatic_texts('+12695550123')`.run(tx);
      expect(await scans()).toEqual(before.map((n) => n + 1));
    });
  });
});

describe('reading a request', () => {
  it.each([
    ['', 3],
    ['/timeline', 4],
    ['/notes', 3],
  ])('GET /v1/service-requests/{id}%s takes at most %i queries', async (path, count) => {
    const { id } = (await create()).body;
    const read = () => test.call(`GET /v1/service-requests/{id}${path}`, { params: { id }, token: nurse.token });
    expect(await queriesOf(async () => expect((await read()).status).toBe(200))).toHaveLength(count);
  });
});

describe('a board', () => {
  const read = (query: Record<string, string>) =>
    queriesOf(async () => {
      const options = { params: { id: clinic.id }, query, token: nurse.token };
      const { status } = await test.call('GET /v1/organizations/{id}/service-requests', options);
      expect(status).toBe(200);
    });

  it('is one query with all tab counts, planned once for all tabs and pages', async () => {
    const first = await read({ page: '1', size: '50', status: 'OPEN' });
    const second = await read({ page: '7', size: '50', status: 'COMPLETED' });
    const board = first.find(({ text }) => text.includes('service_request_counts'));
    expect(first).toHaveLength(3);
    expect(board).toMatchObject({ plan: 'generic' });
    expect(second.some(({ text }) => text === board?.text)).toBe(true);
  });
});

describe('a search', () => {
  const words = ['robinson72598', 'ROBERTA robinson72', 'obinson7', 'berta', '#72598', 'roberta-robinson72598'];
  const find = (name: string) => async (call: string) => {
    const query = { name, page: '0', size: '20', sort: 'id,asc' };
    const { body } = await test.call(`GET /v1/organizations/{id}/${call}`, {
      params: { id: clinic.id },
      query,
      token: nurse.token,
    });
    return { total: body.totalElements, ids: body.content.map(({ id }: { id: number }) => id) };
  };
  const findAll = () =>
    Promise.all(words.flatMap((word) => ['members', 'service-requests'].map((call) => find(word)(call))));

  let byAllKeys: unknown;
  beforeAll(async () => {
    forgetCommonKeys();
    await sql`insert into users (user_type, status, organization_id, first_name, last_name)
      select 'PATIENT', 'ACTIVE', ${clinic.id}, 'Roberta', 'Robinson' || 10000 + n * 7919 % 90000
      from generate_series(1, 200) n`.run(test.owner);
    await sql`insert into organization_members (organization_id, member_id, search)
      select organization_id, id, '' from users where first_name = 'Roberta'`.run(test.owner);
    await sql`insert into service_requests (organization_id, provider_id, service_id, member_id, status)
      select ${clinic.id}, ${pantry.id}, ${serviceId}, id, 'REQUESTED' from users where first_name = 'Roberta'`.run(
      test.owner,
    );
    byAllKeys = await findAll();
    await sql`analyze organization_members, service_requests`.run(test.owner);
    await learnCommonKeys(test.app.db, 0);
  });
  afterAll(() => forgetCommonKeys());

  it('finds the same by rare keys as by all keys', async () => {
    let byRareKeys: unknown;
    const queries = await queriesOf(async () => {
      byRareKeys = await findAll();
    });
    expect(byRareKeys).toEqual(byAllKeys);
    // The two searches for members share a statement.
    expect(queries.filter(({ values }) => values.flat().includes('%n72598%'))).toHaveLength(3);
  });
});

describe('moving a request', () => {
  it('takes five queries, including the lock and the answer', async () => {
    const { id } = (await create()).body;
    const params = { id, newStatus: 'CANCELLED' };
    const call = () =>
      test.call('POST /v1/service-requests/{id}/transition/{newStatus}', { params, body: {}, token: nurse.token });
    const queries = await queriesOf(async () => expect((await call()).status).toBe(200));
    expect(queries).toHaveLength(5);
  });
});
