import { metricPeriods } from '@kinbridge/contract/metrics/metric-periods';
import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { checkAnswers } from '../../features/forms/answer-check.ts';
import { sealAuditLog, verifyAuditLog } from '../../records/audit/audit-chain.commands.ts';
import { startKinbridge } from '../../testing/kinbridge-process.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { findDemoSignIns, hasDemoSignIns, loadDemo } from './demo.commands.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const one = async (query: string) =>
  Number((await sql.raw<{ n: number }>(`select (${query}) as n`).one(test.app.db)).n);

it('fills an empty database once and sends nothing', async () => {
  expect(await loadDemo(test.owner, test.app.config.root)).toBe(true);
  expect(await loadDemo(test.owner, test.app.config.root)).toBe(false);
  expect(await test.outbox()).toEqual([]);
  expect(await one("select count(*) from users where user_type = 'PATIENT'")).toBeGreaterThanOrEqual(300);
  expect(await one('select count(distinct status) from service_requests')).toBe(6);
  expect(
    await one("select count(*) from service_requests where status not in ('COMPLETED', 'CANCELLED')"),
  ).toBeGreaterThan(60);
  expect(await one('select count(*) from service_requests where create_timestamp > now()')).toBe(0);
  expect(await one('select count(*) from notes')).toBeGreaterThan(200);
  expect(await one('select extract(day from now() - min(create_timestamp)) from service_requests')).toBeGreaterThan(
    740,
  );
  expect(await one("select count(*) from sms_messages where state in ('queued', 'sending')")).toBe(0);
});

it('has metrics that compare periods without jumps', async () => {
  const demo = await findDemoSignIns(test.app.db, test.app.config.root);
  for (const { email } of demo?.signIns.filter(({ userType }) => userType === 'ADMIN') ?? []) {
    const { body } = await test.call('POST /v1/auth/login', { body: { email, password: demo?.password } });
    for (const period of metricPeriods) {
      const options = { params: { id: body.body.organizationId }, query: { period }, token: body.idToken };
      const dashboard = (await test.call('GET /v1/organizations/{id}/metrics', options)).body;
      for (const name of ['sent', 'received', 'membersReferred']) {
        const { value, previousValue } = dashboard[name];
        const change = `${email} ${period} ${name}: ${value} after ${previousValue}`;
        expect(Math.abs(value - previousValue) / previousValue, change).toBeLessThan(0.4);
      }
    }
  }
});

it('has outcomes on all ended requests, kept promises, and second tries that helped', async () => {
  const ended = "from service_requests where status in ('COMPLETED', 'CANCELLED')";
  expect(await one(`select count(*) ${ended} and outcome_code is null`)).toBe(0);
  expect(await one('select count(*) from service_requests where follows_id is not null')).toBeGreaterThan(20);
  const demo = await findDemoSignIns(test.app.db, test.app.config.root);
  const login = { email: demo?.signIns[0]?.email, password: demo?.password };
  const { body } = await test.call('POST /v1/auth/login', { body: login });
  const query = { orgId: String(body.body.organizationId), fromDate: new Date(Date.now() - 3e10).toISOString() };
  const { body: outcomes } = await test.call('GET /v1/metrics/outcomes', { query, token: body.idToken });
  expect(outcomes.withinPromise.sent).toBeGreaterThan(60);
  expect(outcomes.peopleHelped.value).toBeGreaterThan(50);
  expect(outcomes.helpedAfterSecondTry.value).toBeGreaterThan(2);
  expect(outcomes.sent.NO_CAPACITY).toBeGreaterThan(3);
});

it('has forms whose answers match their questions', async () => {
  expect(await one('select count(*) from survey_forms')).toBe(3);
  expect(await one('select count(*) from survey_forms where archived_timestamp is not null')).toBe(1);
  expect(await one('select max(newest_version) from survey_forms')).toBe(2);
  expect(await one('select count(*) from survey_answers')).toBe(400);
  expect(await one('select count(*) from survey_answers where create_timestamp > now()')).toBe(0);
  expect(await one('select count(*) from survey_assignments where answer_id is null')).toBeGreaterThan(3);
  const rows = await sql<{ definition: SurveyDefinition; answers: Record<string, unknown> }>`
    select s.data as definition, a.data as answers from survey_answers a join surveys s on s.id = a.survey_id`.many(
    test.app.db,
  );
  for (const { definition, answers } of rows) expect(checkAnswers(definition, answers)).toEqual({});
});

it('has open requests that link to the answers they came from', async () => {
  const linked = `select count(*) from audit_log l join survey_answers a on a.id = (l.detail ->> 'surveyAnswerId')::bigint
    join service_requests r on r.id = l.entity_id and r.member_id = a.user_id and r.status = 'REQUESTED'`;
  expect(await one(linked)).toBe(3);
});

it('has an overdue second try to refer elsewhere, and no reminders to send', async () => {
  const tries = `select count(*) from service_requests r join service_requests f on f.id = r.follows_id
    join services s on s.id = r.service_id
    join services o on o.type = s.type and o.availability = 'OPEN' and o.id not in (s.id, f.service_id)
    where f.outcome_code = 'NO_CAPACITY' and f.member_id = r.member_id and r.status = 'REQUESTED' and r.due_timestamp < now()`;
  expect(await one(tries)).toBe(1);
  expect(await one('select count(*) from service_requests where next_reminder_timestamp is not null')).toBe(0);
});

it.each([
  ['a declined request', 'declined and not exists (select from service_requests n where n.follows_id = r.id)'],
  ['a stalled one', 'stall_timestamp < now()'],
  ['one with a question', 'sender_question_timestamp is not null'],
  ['one whose service is no longer offered', "s.deleted_timestamp is not null and r.status = 'REQUESTED'"],
])('has %s for each organization', async (_, condition) => {
  const recent = `select count(distinct r.organization_id) from service_requests r join services s on s.id = r.service_id
    where r.organization_id <> r.provider_id and r.status_timestamp > now() - interval '30 days' and ${condition}`;
  expect(await one(recent)).toBe(3);
});

it('accepts the printed sign-ins', async () => {
  const demo = await findDemoSignIns(test.app.db, test.app.config.root);
  expect(demo?.signIns).toHaveLength(6);
  for (const { email } of demo?.signIns ?? []) {
    const answer = await test.call('POST /v1/auth/login', { body: { email, password: demo?.password } });
    expect(answer.status).toBe(200);
  }
});

it('is recognized by its sign-ins', async () => {
  expect(await hasDemoSignIns(test.app.db, test.app.config.root)).toBe(true);
});

it('keeps a portal that others can reach from starting', async () => {
  const settings = {
    DATABASE_URL: test.databaseUrl,
    DATA_DIR: test.app.config.dataDir,
    PUBLIC_URL: 'https://portal.example.org',
    EMAIL_PROVIDER: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:9',
  };
  await expect(startKinbridge(settings)).rejects.toThrow(/PUBLIC_URL opens .* sign-ins of the demo/);
});

it('has a sealed history that matches the status of each request', async () => {
  const wrong = await one(`select count(*) from service_requests r where r.status <> coalesce((
    select l.detail ->> 'to' from audit_log l where l.entity_type = 'service-request' and l.entity_id = r.id
      and l.action = 'service-request.move' order by l.id desc limit 1), 'REQUESTED')`);
  expect(wrong).toBe(0);
  // Rows of the tests before; those of the demo were sealed by its own job.
  await sealAuditLog(test.app.db, test.app.config.auditKey);
  expect(await verifyAuditLog(test.app.db, test.app.config.auditKey)).toMatchObject({
    intact: true,
    unsealed: { count: 0 },
  });
});
