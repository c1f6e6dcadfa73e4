import { afterAll, beforeAll, expect, it } from 'vitest';
import { idsPerMonth, monthBefore } from '../../db/months.ts';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn } from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { prepareMonths } from './archive.commands.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const monthsOf = async (table: string) => {
  const rows = await sql<{ month: string }>`select right(relname, 6) as month from pg_class
    where relnamespace = 'months'::regnamespace and relkind = 'r' and relname ~ ${`^${table}_\\d{6}$`}
    order by 1`.many(test.owner);
  return rows.map(({ month }) => Number(month));
};

it.each(['emails', 'audit_log', 'audit_chain', 'sms_messages'])(
  'prepares this month and the next three of %s',
  async (table) => {
    const months = await monthsOf(table);
    expect(months).toHaveLength(4);
    await sql.raw(`drop table months.${table}_${months[3]}`).run(test.owner);
    await prepareMonths(test.app.db);
    expect(await monthsOf(table)).toEqual(months);
  },
);

it('writes to the last prepared month while later ones are missing', async () => {
  const [last = 0] = (await monthsOf('emails')).slice(-1);
  const { nextYear } = await sql<{ nextYear: string }>`select replace(pg_get_functiondef('month_id'::regproc),
    'clock_timestamp()', '(now() + interval ''1 year'')') as "nextYear"`.one(test.owner);
  await sql.raw(nextYear).run(test.owner);
  const organization = await buildOrganization(test);
  const { token, id } = await buildSignedIn(test, organization.id);
  expect((await test.call('GET /v1/users/{id}', { params: { id }, token })).status).toBe(200);
  const { newest } = await sql<{ newest: number }>`select max(id) as newest from audit_log`.one(test.app.db);
  expect(Math.floor(newest / idsPerMonth)).toBe(last);
  await prepareMonths(test.app.db);
  const { now } = await sql<{ now: number }>`select month_id(0) as now`.one(test.app.db);
  expect(now / idsPerMonth).toBe(monthBefore(monthBefore(monthBefore(last))));
});
