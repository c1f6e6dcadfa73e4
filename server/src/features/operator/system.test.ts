import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { recordVerification } from '../../records/audit/audit-chain.commands.ts';
import { buildOperator, buildSignedIn } from '../../testing/build.ts';
import { usePartners, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp({ SUPPORT_WEBHOOK_URL: 'http://127.0.0.1:9/closed' });
const partners = usePartners(test);
const { clinic, pantry, nurse } = partners;
let token: string;
beforeAll(async () => {
  token = (await buildOperator(test)).token;
});

const announcement = { body: 'Down on Saturday.', severity: 'WARNING', endTimestamp: null };

describe('an announcement', () => {
  const write = async (more: object = {}) =>
    (await test.call('POST /v1/operator/announcements', { token, body: { ...announcement, ...more } })).body.id;
  const step = (name: string, id: number, version: number) =>
    test.call(`POST /v1/operator/announcements/{id}/${name}`, { token, params: { id }, body: { version } });
  const shownTo = async (person: { token: string }) =>
    (await test.call('GET /v1/announcements', { token: person.token })).body.map((row: { id: number }) => row.id);

  it('is shown from publishing until an operator ends it', async () => {
    const id = await write();
    expect(await shownTo(nurse)).toEqual([]);
    expect(await step('publish', id, 1)).toMatchObject({ status: 200, body: { state: 'PUBLISHED', version: 2 } });
    expect(await shownTo(nurse)).toEqual([id]);
    expect(await step('end', id, 2)).toMatchObject({ status: 200, body: { state: 'ENDED' } });
    expect(await shownTo(nurse)).toEqual([]);
  });

  it('stays dismissed for one person only', async () => {
    const id = await write();
    await step('publish', id, 1);
    const dismiss = { token: nurse.token, params: { id } };
    expect((await test.call('POST /v1/announcements/{id}/dismiss', dismiss)).status).toBe(204);
    expect((await test.call('POST /v1/announcements/{id}/dismiss', dismiss)).status).toBe(204);
    expect(await shownTo(nurse)).toEqual([]);
    expect(await shownTo(await buildSignedIn(test, clinic.id, { status: 'PENDING' }))).toEqual([id]);
    await step('end', id, 2);
  });

  it('disappears at its end', async () => {
    const id = await write({ endTimestamp: new Date(Date.now() + 3_600_000).toISOString() });
    await step('publish', id, 1);
    await sql`update announcements set end_timestamp = now() - interval '1 second' where id = ${id}`.run(test.app.db);
    expect(await shownTo(nurse)).toEqual([]);
    expect(await step('end', id, 2)).toMatchObject({ status: 409 });
  });

  it('is refused with an end in the past', async () => {
    const body = { ...announcement, endTimestamp: '2020-01-01T00:00:00Z' };
    expect(await test.call('POST /v1/operator/announcements', { token, body })).toMatchObject({
      status: 400,
      body: { fields: { endTimestamp: 'Must be in the future.' } },
    });
  });

  it('is published once by two operators', async () => {
    const id = await write();
    const answers = await Promise.all([step('publish', id, 1), step('publish', id, 1)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await step('end', id, 2);
  });
});

describe('the system', () => {
  it('shows a failed job by the kind of its error, and runs it again', async () => {
    const feedback = 'Where is Ruth Edison?';
    await test.call('POST /v1/support', { token: nurse.token, body: { messageType: 'Support Question', feedback } });
    await test.runJobs();
    await sql`update graphile_worker._private_jobs set attempts = max_attempts where last_error is not null`.run(
      test.app.db,
    );
    const jobs = async () => (await test.call('GET /v1/operator/system/jobs', { token })).body;
    const { content } = await jobs();
    expect(content).toMatchObject([{ task: 'post-support-message', state: 'failed', nextTimestamp: null }]);
    expect(JSON.stringify(content)).not.toContain('Ruth');
    expect((await test.call('GET /v1/operator/system', { token })).body.jobs.failed).toBe(1);
    const retry = { token, params: { id: content[0].id } };
    expect((await test.call('POST /v1/operator/system/jobs/{id}/retry', retry)).status).toBe(204);
    expect(await jobs()).toMatchObject({ content: [{ attempts: 0, state: 'retrying' }] });
  });

  it('reports version, migrations, disk and the last verification', async () => {
    await recordVerification(test.app.db, { rows: 12, problems: [] });
    expect((await test.call('GET /v1/operator/system', { token })).body).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      migrations: { last: expect.stringMatching(/^\d{4}_\w+\.sql$/) },
      disk: { free: expect.any(Number), database: expect.any(Number) },
      audit: { verification: { intact: true, rows: 12, problem: null } },
      questions: { open: expect.any(Number) },
    });
  });

  it.each([
    { period: 'day', count: 24 },
    { period: 'week', count: 7 },
  ])('counts texts and emails of a $period', async ({ period, count }) => {
    await sql`insert into emails (kind, to_address, state) values ('test', 'ruth@example.org', 'failed')`.run(
      test.app.db,
    );
    const { body } = await test.call('GET /v1/operator/system/deliveries', { token, query: { period } });
    expect(body.periods).toHaveLength(count);
    expect(body.periods.at(-1).emails.failed).toBeGreaterThanOrEqual(1);
    expect(body).toMatchObject({ complete: true });
  });
});

it('counts what organizations use, in pages in the order asked for', async () => {
  const patient = { firstName: 'Ruth', lastName: 'Edison', phoneNumber: '+12695550177' };
  const serviceRequest = { organizationId: clinic.id, serviceId: partners.serviceId, patient };
  await test.call('POST /v1/service-requests', { token: nurse.token, parts: { serviceRequest } });
  expect((await test.call('POST /v1/operator/usage/count', { token })).status).toBe(202);
  await test.runJobs();
  const usage = async (sort: string, page: string) =>
    (await test.call('GET /v1/operator/usage', { token, query: { sort, page, size: '1' } })).body;
  const first = await usage('sent,desc', '0');
  expect(first).toMatchObject({ totalElements: 2, content: [{ id: clinic.id, sent: { all: 1, recent: 1 } }] });
  expect(first.content[0]).toMatchObject({ received: { all: 0 }, members: { all: 1, recent: 1 } });
  expect(await usage('sent,desc', '1')).toMatchObject({ content: [{ id: pantry.id, received: { all: 1 } }] });
  expect(await usage('receivedRecent,desc', '0')).toMatchObject({ content: [{ id: pantry.id }] });
  expect(JSON.stringify(first)).not.toContain('Ruth');
});
