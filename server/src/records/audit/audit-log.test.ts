import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn } from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { countAuditRows } from './audit.commands.ts';

let test: TestApp;
let organizationId: number;
let admin: Awaited<ReturnType<typeof buildSignedIn>>;

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  // In New York, four hours behind UTC in June.
  organizationId = (await buildOrganization(test, { zipCode: '10001' })).id;
  admin = await buildSignedIn(test, organizationId, { userType: 'ADMIN', firstName: '=Nora', lastName: 'O"Hara, "' });
});
afterAll(() => test.close());

const log = (query: Record<string, string> = {}, token = admin.token, id = organizationId) =>
  test.call('GET /v1/organizations/{id}/audit', { params: { id }, query, token });
const csv = async (query: Record<string, string> = {}) => {
  const answer = await test.call('GET /v1/organizations/{id}/audit/csv', {
    params: { id: organizationId },
    query,
    token: admin.token,
  });
  return { ...answer, lines: answer.bytes.toString().split('\r\n').slice(0, -1) };
};

/** Writes entries by this admin on a day in June, one per minute. */
async function record(count: number, action: string, entityType = 'thing', at = '2026-06-10T12:00:00Z') {
  await sql`insert into audit_log (organization_id, actor_id, action, entity_type, entity_id, create_timestamp)
    select ${organizationId}, ${admin.id}, ${action}, ${entityType}, n, ${at}::timestamptz + n * interval '1 minute'
    from generate_series(1, ${count}::int) n`.run(test.owner);
}

describe('reading the audit log', () => {
  it('returns a page, newest first, with the actors', async () => {
    await record(3, 'test.act');
    const { status, body } = await log({ action: 'test.act', size: '2' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalElements: 3, totalPages: 2, size: 2, number: 0 });
    expect(body.content[0]).toEqual({
      id: expect.any(Number),
      createTimestamp: '2026-06-10T12:03:00.000Z',
      actor: { id: admin.id, firstName: '=Nora', lastName: 'O"Hara, "' },
      action: 'test.act',
      entityType: 'thing',
      entityId: 3,
      detail: {},
    });
    const next = await log({ action: 'test.act', size: '2', page: '1' });
    expect(next.body.content.map((entry: { entityId: number }) => entry.entityId)).toEqual([1]);
  });

  it('filters by person, record, kind and local day', async () => {
    const other = await buildSignedIn(test, organizationId);
    await test.call('GET /v1/users/{id}', { params: { id: other.id }, token: other.token });
    await record(2, 'test.act');
    await record(1, 'test.other', 'record', '2026-06-11T03:58:00Z');
    const total = async (query: Record<string, string>) => (await log(query)).body.totalElements;
    expect(await total({ actorId: String(other.id) })).toBe(1);
    expect(await total({ actorId: String(admin.id), entityType: 'thing' })).toBe(2);
    expect(await total({ entityType: 'thing', entityId: '2' })).toBe(1);
    expect(await total({ action: 'test.act,test.other' })).toBe(3);
    expect(await total({ entityType: 'record', fromDate: '2026-06-10', toDate: '2026-06-10' })).toBe(1);
    expect(await total({ entityType: 'record', fromDate: '2026-06-11' })).toBe(0);
    expect(await total({ entityType: 'record', fromDate: '2026-06-11T03:59:00Z' })).toBe(1);
    expect(await total({ entityType: 'record', toDate: '2026-06-11T03:58:59Z' })).toBe(0);
  });

  it('counts every entry once, even one that commits late', async () => {
    const count = () => countAuditRows(test.app.db, new Date(Date.now() + 60_000));
    const { n: before } = await sql<{ n: number }>`select count(*) as n from audit_log
      where organization_id = ${organizationId}`.one(test.app.db);
    await test.owner.inTransaction(async (tx) => {
      await sql`insert into audit_log (organization_id, action, entity_type) values (${organizationId}, 'test.late', 'thing')`.run(
        tx,
      );
      await record(5, 'test.act');
      for (let run = 0; run < 3; run++) await count();
      // Opening the log adds an entry.
      expect((await log()).body.totalElements).toBe(before + 6);
    });
    expect((await log({ size: '1' })).body.totalElements).toBe(before + 7);
    // Transactions of other databases also delay the count.
    await until(async () => {
      await count();
      const kept = await sql<{ n: number }>`select sum(n)::bigint as n from audit_action_counts
        where organization_id = ${organizationId}`.one(test.app.db);
      return kept.n === before + 7;
    });
    expect((await log({ size: '1' })).body.totalElements).toBe(before + 7);
    const { body } = await log({ size: '1', action: 'test.act,test.late' });
    expect([body.totalElements, body.content.length]).toEqual([6, 1]);
  });

  it("shows only the organization's own entries", async () => {
    const stranger = await buildSignedIn(test, (await buildOrganization(test)).id, { userType: 'ADMIN' });
    await record(1, 'test.act');
    expect((await log({}, stranger.token)).status).toBe(404);
    const own = await log({ action: 'test.act' }, stranger.token, stranger.organizationId);
    expect(own.body.totalElements).toBe(0);
  });

  it('is itself logged', async () => {
    await log();
    expect((await log({ action: 'audit.list' })).body.content).toMatchObject([{ actor: { id: admin.id } }]);
  });

  it.each<Record<string, string>>([
    { actorId: '0' },
    { actorId: 'x' },
    { entityId: '1.5' },
    { entityType: "a'b" },
    { action: 'A' },
    { action: 'a,' },
    { fromDate: '2026-02-30' },
    { toDate: 'yesterday' },
    { page: '-1' },
    { size: '0' },
    { size: '201' },
    { name: 'Nora' },
  ])('refuses %j', async (query) => {
    expect((await log(query)).status).toBe(400);
  });
});

describe('the audit log as CSV', () => {
  it('has every matching entry, streamed, with formulas escaped', async () => {
    await record(2_345, 'test.act');
    const { status, headers, lines } = await csv({ action: 'test.act' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toContain('attachment; filename="Audit Log.csv"');
    expect(lines[0]).toBe('ID,TIME,ACTOR ID,ACTOR,ACTION,RECORD TYPE,RECORD ID,DETAIL');
    expect(lines).toHaveLength(2_346);
    expect(new Set(lines).size).toBe(2_346);
    expect(lines[1]).toMatch(/^\d+,2026-06-12T03:05:00.000Z,\d+,"'=Nora O""Hara, """,test.act,thing,2345,\{\}$/);
  });

  it('is logged and has the same restrictions as the log', async () => {
    await csv();
    expect((await log({ action: 'audit.export' })).body.totalElements).toBe(1);
    expect((await csv({ page: '1' })).status).toBe(400);
    expect((await csv({ fromDate: 'x' })).status).toBe(400);
  });
});
