import { addDays, metricPeriods } from '@kinbridge/contract/metrics/metric-periods';
import type { Dashboard } from '@kinbridge/contract/metrics/metrics.contract';
import { type OutcomeCode, outcomeCodes } from '@kinbridge/contract/service-requests/outcomes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { loadDemo } from '../../upkeep/demo/demo.commands.ts';
import { DemoRandom } from '../../upkeep/demo/demo-random.ts';
import { metricsCsv } from './metrics-csv.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** A plain count that shares no code with what it checks. */
async function plain(condition: string, what = 'count(*)'): Promise<number> {
  const query = `select ${what} as n from service_requests r where ${condition}`;
  return Number((await sql.raw<{ n: number }>(query).one(test.app.db)).n);
}

/** Created on one of these local days. */
function created(from: string, to: string, zone: string): string {
  return `(r.create_timestamp at time zone '${zone}')::date between '${from}' and '${to}'`;
}

interface Place {
  id: number;
  token: string;
  zone: string;
}

/** Recounts every number of a dashboard. */
async function expectedNumbers({ id, zone }: Place, { from, to, previousFrom, previousTo }: Dashboard) {
  const both = async (condition: string, what?: string) => ({
    value: await plain(`${created(from, to, zone)} and ${condition}`, what),
    previousValue: await plain(`${created(previousFrom, previousTo, zone)} and ${condition}`, what),
  });
  const outgoing = `organization_id = ${id}`;
  const incoming = `provider_id = ${id}`;
  const done = `status = 'COMPLETED'`;
  return {
    sent: await both(outgoing),
    sentCompleted: await both(`${outgoing} and ${done}`),
    received: await both(incoming),
    receivedCompleted: await both(`${incoming} and ${done}`),
    membersReferred: await both(outgoing, 'count(distinct member_id)'),
    membersServed: await both(`${incoming} and ${done}`, 'count(distinct member_id)'),
    agenciesReferredTo: await both(`${outgoing} and provider_id <> ${id}`, 'count(distinct provider_id)'),
    referringAgencies: await both(`${incoming} and organization_id <> ${id}`, 'count(distinct organization_id)'),
  };
}

const csvHead = 'Request Type,Service Type,Member ID,Member Zip Code,Outcome,Accepted Within Promise,Second Try';

const calls = {
  sent: ['totalRequestSent', {}],
  received: ['totalRequestReceived', {}],
  sentCompleted: ['totalRequestComplete', { inbound: 'false' }],
  receivedCompleted: ['totalRequestComplete', { inbound: 'true' }],
  membersReferred: ['membersReferred', {}],
  membersServed: ['membersServed', {}],
  agenciesReferredTo: ['totalReferredTo', {}],
  referringAgencies: ['totalReferralAgencies', {}],
} as const;

/** The list behind each number. */
const lists = {
  sent: { side: 'outgoing' },
  received: { side: 'incoming' },
  sentCompleted: { side: 'outgoing', completed: 'true' },
  receivedCompleted: { side: 'incoming', completed: 'true' },
  membersReferred: { side: 'outgoing', per: 'member' },
  membersServed: { side: 'incoming', per: 'member', completed: 'true' },
  agenciesReferredTo: { side: 'outgoing', per: 'organization' },
  referringAgencies: { side: 'incoming', per: 'organization' },
} as const;

async function readDashboard(place: Place, query: Record<string, string>): Promise<Dashboard> {
  const options = { params: { id: place.id }, query, token: place.token };
  const answer = await test.call('GET /v1/organizations/{id}/metrics', options);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function totalBehind(place: Place, query: Record<string, string>): Promise<number> {
  const options = { params: { id: place.id }, query: { size: '1', ...query }, token: place.token };
  const answer = await test.call('GET /v1/organizations/{id}/metrics/requests', options);
  expect(answer.status).toBe(200);
  expect(answer.body.content).toHaveLength(Math.min(1, answer.body.totalElements));
  return answer.body.totalElements;
}

async function expectRight(place: Place, query: Record<string, string>): Promise<Dashboard> {
  const dashboard = await readDashboard(place, query);
  const { from, to, previousFrom, previousTo } = dashboard;
  const expected = await expectedNumbers(place, dashboard);
  for (const [name, { value, previousValue }] of Object.entries(expected)) {
    const key = name as keyof typeof expected;
    const shown = dashboard[key];
    expect({ name, value: shown.value, previousValue: shown.previousValue }).toEqual({ name, value, previousValue });
    // Trend points add up to the number, except for distinct members.
    if ('trend' in shown && !name.startsWith('members')) {
      expect(shown.trend.reduce((sum, point) => sum + point, 0)).toBe(value);
      expect(shown.previousTrend.reduce((sum, point) => sum + point, 0)).toBe(previousValue);
    }
    const [metric, more] = calls[key];
    const wire = await test.call(`GET /v1/metrics/${metric}`, {
      query: { orgId: String(place.id), fromDate: from, toDate: to, ...more },
      token: place.token,
    });
    expect(wire.body).toMatchObject({ value, from, to, previousTo });
    expect(await totalBehind(place, { ...lists[key], fromDate: from, toDate: to })).toBe(value);
    const before = { ...lists[key], fromDate: previousFrom, toDate: previousTo };
    expect(await totalBehind(place, before)).toBe(previousValue);
  }
  await expectParts(place, dashboard);
  await expectOutcomes(place, dashboard);
  await expectMembersOfPoints(place, dashboard);
  return dashboard;
}

/** Open requests on both sides, and the rates without them. */
async function expectOpen(place: Place, dashboard: Dashboard): Promise<void> {
  const { from, to, previousFrom, previousTo, conversion } = dashboard;
  for (const [side, own, open, rate] of [
    ['outgoing', 'organization_id', dashboard.sentOpen, conversion.sent],
    ['incoming', 'provider_id', dashboard.receivedOpen, conversion.received],
  ] as const) {
    const now = `${created(from, to, place.zone)} and ${own} = ${place.id}`;
    const before = `${created(previousFrom, previousTo, place.zone)} and ${own} = ${place.id}`;
    const isOpen = "status in ('REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING')";
    expect(open.value).toBe(await plain(`${now} and ${isOpen}`));
    expect(open.previousValue).toBe(await plain(`${before} and ${isOpen}`));
    expect(await totalBehind(place, { side, open: 'true', fromDate: from, toDate: to })).toBe(open.value);
    const closed = await plain(`${now} and not ${isOpen}`);
    const completed = await plain(`${now} and status = 'COMPLETED'`);
    expect(rate.closedValue).toBe(closed === 0 ? null : Math.round((completed / closed) * 100));
  }
}

const sides = { sent: ['outgoing', 'organization_id'], received: ['incoming', 'provider_id'] } as const;

/** Recounts the outcomes, the promises and the people helped, and compares the lists and the single call. */
async function expectOutcomes(place: Place, { outcomes, from, to, previousFrom, previousTo }: Dashboard) {
  const now = created(from, to, place.zone);
  const before = created(previousFrom, previousTo, place.zone);
  const days = { fromDate: from, toDate: to };
  const promised = "r.due_timestamp is not null and (r.status <> 'REQUESTED' or r.due_timestamp < now())";
  const kept = `${promised} and r.furthest_step > 1 and r.responded_timestamp <= r.due_timestamp`;
  const share = async (where: string) => {
    const all = await plain(`${where} and ${promised}`);
    return all === 0 ? null : Math.round(((await plain(`${where} and ${kept}`)) / all) * 100);
  };
  for (const [name, [side, own]] of Object.entries(sides) as [keyof typeof sides, (typeof sides)['sent']][]) {
    const mine = `${own} = ${place.id}`;
    const counted = await sql
      .raw<{ code: OutcomeCode; n: number }>(
        `select outcome_code as code, count(*) as n from service_requests r
          where ${now} and ${mine} and outcome_code is not null group by outcome_code`,
      )
      .many(test.app.db);
    const shown = Object.entries(outcomes[name]).filter(([, n]) => n > 0);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(counted.map(({ code, n }) => [code, Number(n)])));
    const [code = 'HELPED', count = 0] = shown[0] ?? [];
    expect(await totalBehind(place, { side, outcome: code, ...days })).toBe(count);
    const [current, previous] = [await share(`${now} and ${mine}`), await share(`${before} and ${mine}`)];
    const { withinPromise } = outcomes;
    expect(name === 'sent' ? withinPromise.sent : withinPromise.received).toBe(current);
    expect(name === 'sent' ? withinPromise.previousSent : withinPromise.previousReceived).toBe(previous);
    const lists = [];
    for (const promise of ['kept', 'missed']) lists.push(await totalBehind(place, { side, promise, ...days }));
    expect(lists[0]).toBe(await plain(`${now} and ${mine} and ${kept}`));
    expect((lists[0] ?? 0) + (lists[1] ?? 0)).toBe(await plain(`${now} and ${mine} and ${promised}`));
  }
  const helped = `outcome_code = 'HELPED' and ${place.id} in (organization_id, provider_id)`;
  const again = `outcome_code = 'HELPED' and organization_id = ${place.id} and follows_id is not null`;
  const people = 'count(distinct member_id)';
  expect(outcomes.peopleHelped).toEqual({
    value: await plain(`${now} and ${helped}`, people),
    previousValue: await plain(`${before} and ${helped}`, people),
  });
  expect(outcomes.helpedAfterSecondTry).toEqual({
    value: await plain(`${now} and ${again}`, people),
    previousValue: await plain(`${before} and ${again}`, people),
  });
  const list = { outcome: 'HELPED', per: 'member', ...days };
  expect(await totalBehind(place, { side: 'both', ...list })).toBe(outcomes.peopleHelped.value);
  // With itself: the requests within the organization.
  const within = `organization_id = ${place.id} and provider_id = ${place.id}`;
  const own = { side: 'both', partnerId: String(place.id), ...days };
  expect(await totalBehind(place, own)).toBe(await plain(`${now} and ${within}`));
  const second = { side: 'outgoing', secondTry: 'true', ...list };
  expect(await totalBehind(place, second)).toBe(outcomes.helpedAfterSecondTry.value);
}

/** Checks the rows, the funnel, the rates and the medians. */
async function expectParts(place: Place, dashboard: Dashboard): Promise<void> {
  const { from, to } = dashboard;
  const period = `${created(from, to, place.zone)} and provider_id = ${place.id}`;
  for (const { service, ...row } of dashboard.programming) {
    const of = `${period} and service_id = ${service.id}`;
    expect(row).toMatchObject({
      totalCount: await plain(of),
      completedCount: await plain(`${of} and status = 'COMPLETED'`),
      membersServed: await plain(`${of} and status = 'COMPLETED'`, 'count(distinct member_id)'),
    });
    const list = { side: 'incoming', serviceId: String(service.id), fromDate: from, toDate: to };
    expect(await totalBehind(place, list)).toBe(row.totalCount);
  }
  expect(dashboard.programming.reduce((sum, row) => sum + row.totalCount, 0)).toBe(dashboard.received.value);
  for (const [index, { status, count }] of dashboard.funnel.entries()) {
    expect(count).toBe(await plain(`${period} and furthest_step > ${index}`));
    expect(await totalBehind(place, { side: 'incoming', reached: status, fromDate: from, toDate: to })).toBe(count);
  }
  for (const rate of Object.values(dashboard.conversion).flatMap((rates) => Object.values(rates))) {
    expect(rate ?? 0).toBeLessThanOrEqual(100);
  }
  await expectOpen(place, dashboard);
  const times = {
    [`organization_id = ${place.id}`]: dashboard.sentTimes,
    [`provider_id = ${place.id}`]: dashboard.receivedTimes,
  };
  for (const [own, medians] of Object.entries(times)) {
    const other = own.startsWith('provider') ? 'organization_id' : 'provider_id';
    const rows = [{ condition: own, ...medians }];
    for (const partner of medians.partners.slice(0, 2)) {
      rows.push({ condition: `${own} and ${other} = ${partner.organization.id}`, ...medians, ...partner });
    }
    for (const { condition, firstResponseSeconds, completionSeconds } of rows) {
      const where = `${created(from, to, place.zone)} and ${condition}`;
      expect(halfMs(firstResponseSeconds)).toBe(await medianOf('responded_timestamp', where));
      expect(halfMs(completionSeconds)).toBe(await medianOf('complete_timestamp', where));
    }
  }
  const measured = { side: 'incoming', measured: 'first-response', fromDate: from, toDate: to };
  expect(await totalBehind(place, measured)).toBe(dashboard.receivedTimes.respondedCount);
  const completed = { ...measured, measured: 'completion' };
  expect(await totalBehind(place, completed)).toBe(dashboard.receivedTimes.completedCount);
}

/** The median, or the midpoint of the two middle values, in half milliseconds. */
async function medianOf(column: string, condition: string): Promise<number | null> {
  const rows = await sql
    .raw<{ ms: number }>(
      `select round(extract(epoch from ${column} - create_timestamp) * 1000)::bigint as ms from service_requests r
      where ${condition} and ${column} > create_timestamp order by 1`,
    )
    .many(test.app.db);
  const at = (place: number) => rows[place]?.ms ?? 0;
  return rows.length === 0 ? null : at(Math.floor((rows.length - 1) / 2)) + at(Math.ceil((rows.length - 1) / 2));
}

const halfMs = (seconds: number | null) => (seconds === null ? null : Math.round(seconds * 2000));

/** Each trend point counts its own distinct members. */
async function expectMembersOfPoints({ id, zone }: Place, dashboard: Dashboard): Promise<void> {
  const { membersReferred, membersServed, trendDays, previousTrendDays, to } = dashboard;
  const days = [...previousTrendDays, ...trendDays];
  const referred = [...membersReferred.previousTrend, ...membersReferred.trend];
  const served = [...membersServed.previousTrend, ...membersServed.trend];
  const people = (condition: string) => {
    const points = days.map((day, index) => [day, addDays(days[index + 1] ?? addDays(to, 1), -1)]);
    const counts = points.map(
      ([from, until]) =>
        `count(distinct member_id) filter (where ${condition} and day between '${from}' and '${until}')`,
    );
    return `array[${counts}]::int[]`;
  };
  const counted = await sql
    .raw<{ referred: number[]; served: number[] }>(`select ${people(`organization_id = ${id}`)} as referred,
      ${people(`provider_id = ${id} and status = 'COMPLETED'`)} as served
      from (select *, (create_timestamp at time zone '${zone}')::date as day from service_requests) r`)
    .one(test.app.db);
  expect({ referred, served }).toEqual(counted);
}

describe('metrics of the demo data', () => {
  let place: Place;
  beforeAll(async () => {
    await loadDemo(test.owner, test.app.config.root);
    const { id } = await sql<{ id: number }>`select min(id) as id from organizations`.one(test.app.db);
    place = { id, zone: 'America/Detroit', token: (await buildSignedIn(test, id)).token };
  });

  it.each(metricPeriods)('match plain counts and their lists for %s', async (period) => {
    const dashboard = await expectRight(place, { period });
    expect(dashboard.received.value).toBeGreaterThan(0);
    expect(dashboard.to).toBe(new Intl.DateTimeFormat('en-CA', { timeZone: place.zone }).format(new Date()));
  });

  it('are in the CSV with one line per request and side', async () => {
    const dashboard = await readDashboard(place, { period: 'year' });
    const options = { params: { id: place.id }, query: { period: 'year' }, token: place.token };
    const answer = await test.call('GET /v1/organizations/{id}/metrics/report.csv', options);
    expect(answer.headers['content-disposition']).toContain('filename="Riverbend Hospital_metrics_report.csv"');
    const [head, ...lines] = answer.bytes.toString().trimEnd().split('\r\n');
    expect(head).toBe(csvHead);
    expect(lines.filter((line) => line.startsWith('OUTGOING,'))).toHaveLength(dashboard.sent.value);
    expect(lines.filter((line) => line.startsWith('INCOMING,'))).toHaveLength(dashboard.received.value);
    expect(lines[0]).toMatch(/^OUTGOING,[A-Z_]+,\d+,\d{5},[A-Z_]*,(YES|NO)?,(YES|NO)$/);
    const ended = lines.filter((line) => line.startsWith('INCOMING,') && line.includes(',NO_CAPACITY,'));
    expect(ended).toHaveLength(dashboard.outcomes.received.NO_CAPACITY);
  });

  it('are in a three-page PDF named after the organization', async () => {
    const options = { params: { id: place.id }, query: { period: '3-months' }, token: place.token };
    const answer = await test.call('GET /v1/organizations/{id}/metrics/report.pdf', options);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toContain('filename="Riverbend Hospital_metrics_report.pdf"');
    expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(3);
  });

  it('are audited for lists and exports, not for numbers', async () => {
    const entries = async () =>
      (
        await sql<{ action: string }>`select action from audit_log where organization_id = ${place.id}
          and request_id <> 'demo' and action in ('service-request.list', 'metrics.export')`.many(test.app.db)
      ).map((row) => row.action);
    const before = (await entries()).length;
    await readDashboard(place, { period: 'month' });
    expect(await entries()).toHaveLength(before);
    expect(new Set(await entries())).toEqual(new Set(['service-request.list', 'metrics.export']));
  });
});

/** Random requests over some years, on both sides and among three organizations. */
async function scatter(zipCode: string, zone: string, around: string): Promise<Place> {
  const random = new DemoRandom(Date.parse(around) / 1_000);
  const places = [];
  for (let count = 0; count < 3; count++) places.push(await buildOrganization(test, { zipCode }));
  const ids = places.map((place) => place.id);
  const services = (await Promise.all(ids.map((id) => serviceIds(test, id)))).flat();
  const requests = Array.from({ length: 700 }, () => {
    // Within 400 days of that day, on quarter hours, including midnights.
    const at = Date.parse(around) + (random.below(2 * 400 * 96) - 400 * 96) * 900_000;
    const step = 1 + random.below(5);
    const status =
      step === 5
        ? 'COMPLETED'
        : random.chance(0.2)
          ? 'CANCELLED'
          : ['REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING'][step - 1];
    const response = step > 1 ? new Date(at + random.below(200) * 1_800_000) : null;
    const due = random.chance(0.8) ? new Date(at + 48 * 3_600_000) : null;
    const outcomes: Record<string, (OutcomeCode | null)[]> = {
      COMPLETED: ['HELPED', 'HELPED', 'PARTLY_HELPED', null],
      CANCELLED: ['NO_CAPACITY', 'OTHER', null],
    };
    return {
      due,
      outcome: random.pick(outcomes[status ?? ''] ?? [null]),
      from: random.below(3),
      to: random.below(3),
      person: random.below(120),
      at: new Date(at),
      step,
      status,
      response,
    };
  });
  await sql`
    with people as (
      insert into users (user_type, status, organization_id, first_name, last_name, zip_code)
      select 'PATIENT', 'ACTIVE', ${ids[0]}, 'Member', n::text, '0' || (1000 + n) from generate_series(1, 120) n returning id
    ), numbered as (select id, row_number() over (order by id) - 1 as n from people)
    insert into service_requests (organization_id, provider_id, service_id, member_id, status, furthest_step,
      create_timestamp, responded_timestamp, complete_timestamp, search, due_timestamp, outcome_code,
      outcome_by, outcome_timestamp)
    select (${ids}::bigint[])[o + 1], (${ids}::bigint[])[p + 1], (${services}::bigint[])[p + 1], numbered.id, st, step, at, response,
      case when st = 'COMPLETED' then response + interval '1 day' end, '#', due, outcome, 'staff', at
    from unnest(${requests.map((one) => one.from)}::int[], ${requests.map((one) => one.to)}::int[],
      ${requests.map((one) => one.person)}::int[], ${requests.map((one) => one.at.toISOString())}::timestamptz[],
      ${requests.map((one) => one.step)}::int[], ${requests.map((one) => one.status)}::text[],
      ${requests.map((one) => one.response?.toISOString() ?? null)}::timestamptz[],
      ${requests.map((one) => one.due?.toISOString() ?? null)}::timestamptz[],
      ${requests.map((one) => one.outcome)}::text[])
      as r (o, p, person, at, step, st, response, due, outcome) join numbered on numbered.n = person`.run(test.app.db);
  await sql`update service_requests set follows_id = id - 1 where organization_id = ${ids[0]} and id % 4 = 0
    and id - 1 in (select id from service_requests)`.run(test.app.db);
  const id = ids[0] ?? 0;
  return { id, zone, token: (await buildSignedIn(test, id)).token };
}

describe('metrics of random requests', () => {
  it.each([
    ['the clocks go forward', '49007', 'America/Detroit', '2024-03-10'],
    ['the clocks go back', '49007', 'America/Detroit', '2024-11-03'],
    ['the period ends on the leap day', '96813', 'Pacific/Honolulu', '2024-02-29'],
    ['the period ends the day after it, in the first time zone', '04619', 'America/New_York', '2024-03-01'],
  ])('are right for every period when %s', async (_, zipCode, zone, lastDay) => {
    const place = await scatter(zipCode, zone, `${lastDay}T12:00:00Z`);
    for (const period of metricPeriods) {
      const dashboard = await expectRight(place, { period, toDate: lastDay });
      expect(dashboard.to).toBe(lastDay);
      expect(dashboard.sent.value).toBeGreaterThan(0);
    }
  });
});

describe('GET /v1/metrics/…', () => {
  let place: Place;
  beforeAll(async () => {
    place = await scatter('49007', 'America/Detroit', '2025-06-15T00:00:00Z');
  });
  const ask = (query: Record<string, string>, name = 'totalRequestReceived') =>
    test.call(`GET /v1/metrics/${name}`, { query: { orgId: String(place.id), ...query }, token: place.token });

  it('compares with the previous period and splits by service', async () => {
    const { body } = await ask({ fromDate: '2025-06-01', toDate: '2025-06-10' });
    expect(body).toMatchObject({
      from: '2025-06-01',
      to: '2025-06-10',
      previousFrom: '2025-05-22',
      previousTo: '2025-05-31',
    });
    const incoming = `provider_id = ${place.id}`;
    expect(body.value).toBe(await plain(`${incoming} and ${created('2025-06-01', '2025-06-10', place.zone)}`));
    expect(body.previousValue).toBe(await plain(`${incoming} and ${created('2025-05-22', '2025-05-31', place.zone)}`));
    expect(body.items).toEqual([
      {
        service: expect.objectContaining({ name: 'Food box', type: 'FOOD', organizationId: place.id }),
        organizationName: expect.any(String),
        totalCount: body.value,
        completedCount: (
          await ask({ fromDate: '2025-06-01', toDate: '2025-06-10', inbound: 'true' }, 'totalRequestComplete')
        ).body.value,
        membersServed: (await ask({ fromDate: '2025-06-01', toDate: '2025-06-10' }, 'membersServed')).body.value,
      },
    ]);
  });

  it('uses the local day of a timestamp', async () => {
    const { body } = await ask({ fromDate: '2025-06-01T02:00:00.000Z', toDate: '2025-06-11T03:59:59.999Z' });
    expect(body).toMatchObject({ from: '2025-05-31', to: '2025-06-10' });
    expect((await ask({ fromDate: '2099-01-01' })).body).toMatchObject({
      value: 0,
      from: '2099-01-01',
      to: '2099-01-01',
    });
  });

  it.each([
    [{ fromDate: 'yesterday' }, 'fromDate'],
    [{ fromDate: '2025-02-29' }, 'fromDate'],
    [{ fromDate: '0001-01-01' }, 'fromDate'],
    [{}, 'fromDate'],
    [{ fromDate: '2025-06-02', toDate: '2025-06-01' }, 'toDate'],
    [{ fromDate: '2025-06-02', period: 'year' }, 'period'],
    [{ fromDate: '2025-06-02', orgId: '1e3' }, 'orgId'],
  ])('refuses %j', async (query, field) => {
    const answer = await ask(query as Record<string, string>);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields)).toContain(field);
  });

  it('answers the outcomes of any days, with a number for every code', async () => {
    const asked = { fromDate: '2025-05-01', toDate: '2025-06-10' };
    const { status, body } = await ask(asked, 'outcomes');
    expect(status).toBe(200);
    expect(body).toMatchObject({ from: '2025-05-01', previousFrom: '2025-03-21', previousTo: '2025-04-30' });
    expect(Object.keys(body.sent)).toEqual([...outcomeCodes]);
    expect(body.sent.HELPED).toBeGreaterThan(0);
    await expectOutcomes(place, { ...body, outcomes: body } as Dashboard);
  });

  it('requires the side of completed requests', async () => {
    expect((await ask({ fromDate: '2025-06-02' }, 'totalRequestComplete')).status).toBe(400);
  });

  it("answers the same 404 for another organization's id and an unknown one", async () => {
    const other = await buildOrganization(test);
    const at = async (id: number) => {
      const answer = await ask({ fromDate: '2025-01-01', orgId: String(id) });
      return { ...answer.body, status: answer.status, requestId: '' };
    };
    expect(await at(other.id)).toMatchObject({ status: 404 });
    expect(await at(other.id)).toEqual(await at(987_654_321));
  });
});

describe('an organization without requests', () => {
  let place: Place;
  beforeAll(async () => {
    const name = `=Société “Les Amis” / ${'Wohlfahrtsverbandsgeschäftsstelle'.repeat(3)}`;
    const { id } = await buildOrganization(test, { name });
    place = { id, zone: 'America/Detroit', token: (await buildSignedIn(test, id)).token };
  });

  it('has no rates or medians, but a row for its service', async () => {
    const dashboard = await expectRight(place, { period: 'year' });
    expect(dashboard.conversion).toEqual({
      sent: { value: null, previousValue: null, closedValue: null, previousClosedValue: null },
      received: { value: null, previousValue: null, closedValue: null, previousClosedValue: null },
    });
    expect(dashboard.receivedTimes).toMatchObject({
      firstResponseSeconds: null,
      completionSeconds: null,
      partners: [],
    });
    expect(dashboard.programming).toMatchObject([{ service: { name: 'Food box' }, totalCount: 0 }]);
  });

  it('has reports with file names that every system accepts', async () => {
    const options = { params: { id: place.id }, token: place.token };
    const pdf = await test.call('GET /v1/organizations/{id}/metrics/report.pdf', options);
    expect(pdf.bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(3);
    const name = /filename\*=UTF-8''(\S+)/.exec(String(pdf.headers['content-disposition']))?.[1] ?? '';
    expect(decodeURIComponent(name)).toMatch(/^=Société “Les Amis” {2}Wohlfahrts[^/]+_metrics_report\.pdf$/);
    const csv = await test.call('GET /v1/organizations/{id}/metrics/report.csv', options);
    expect(csv.bytes.toString()).toBe(`${csvHead}\r\n`);
  });
});

it('streams the CSV with formulas escaped', async () => {
  const place = await scatter('49007', 'America/Detroit', '2025-06-15T00:00:00Z');
  const pieces: string[] = [];
  await sql`insert into organization_members (organization_id, member_id, search)
    select distinct provider_id, member_id, '' from service_requests where provider_id = ${place.id} on conflict do nothing`.run(
    test.app.db,
  );
  await sql`update users set zip_code = '=1+1' where organization_id = ${place.id}`.run(test.app.db);
  await sql`insert into service_requests (organization_id, provider_id, service_id, member_id, status, create_timestamp, search)
    select r.organization_id, r.provider_id, r.service_id, r.member_id, 'REQUESTED', '2025-06-15T12:00:00Z', '#'
    from (select * from service_requests where organization_id = ${place.id} order by id limit 200) r
      cross join generate_series(1, 25)`.run(test.app.db);
  const wanted = { organizationId: place.id, timeZone: place.zone, days: { from: '2025-06-01', to: '2025-06-30' } };
  for await (const piece of metricsCsv(test.app.db, wanted)) pieces.push(piece);
  // All pieces have a similar size, so memory stays limited.
  expect(pieces.length).toBeGreaterThan(3);
  for (const piece of pieces) expect(piece.split('\r\n').length).toBeLessThanOrEqual(2_001);
  const lines = pieces.join('').trimEnd().split('\r\n').slice(1);
  const days = created('2025-06-01', '2025-06-30', place.zone);
  const both =
    (await plain(`${days} and organization_id = ${place.id}`)) + (await plain(`${days} and provider_id = ${place.id}`));
  expect(lines).toHaveLength(both);
  expect(lines.every((line) => line.split(',')[3] === "'=1+1")).toBe(true);
});
