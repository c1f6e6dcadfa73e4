import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../server/src/testing/test-app.ts';
import { type Part, refuseOtherValues } from './capture.ts';
import { fillOrganization } from './fill.ts';
import { type Operation, operations, portalCall, type World } from './operations.ts';
import { exitCode, type Measured, tableOf, verdict } from './report.ts';
import { readWorld } from './world.ts';

function measured(portal: number[], mark: Measured['mark'] = { ratio: 0.7, against: 'bare' }): Measured {
  const rounds = portal.map((rate) => ({ bare: 1000, pgbench: 2000, portal: rate }));
  const cpu = [{ server: 1, database: 2 }];
  const times = { p50: 1.24, p99: 9.96, cpu: { portal: cpu, bare: cpu } };
  return { title: 'detail', mark, rounds, ...times, withoutPgbench: 'not run' };
}

describe('the table', () => {
  it('passes at the target ratio, by the median of the rounds', () => {
    expect(verdict(measured([10, 700, 900]))).toBe('met');
    expect(verdict(measured([10, 699, 900]))).toBe('just below');
  });

  it('fails only when a target is missed by more than a tenth', () => {
    expect(exitCode([measured([900]), measured([631])])).toBe(0);
    expect(exitCode([measured([900]), measured([629])])).toBe(1);
  });

  it('compares create with pgbench, or with its own clients without it', () => {
    const create = measured([1000], { ratio: 0.5, against: 'pgbench' });
    expect(verdict(create)).toBe('met');
    const without = { bare: 1000, pgbench: null, direct: 2500, portal: 1000 };
    expect(verdict({ ...create, rounds: [without] })).toBe('missed');
    expect(tableOf([{ ...create, rounds: [without] }])).toContain('| not run | 1,000 | 1,000 | 0.40 |');
  });
});

describe('captured SQL', () => {
  const search = (...params: Part[][]) => ({ statements: [{ text: 'select', params }], genericPlan: false });
  const searchRare = operations['search-rare'] as Operation;

  it('is refused if a value varies without being a variable', () => {
    const first = search(['1'], ['%', { var: 'term' }, '%'], ['%n21096%']);
    expect(() => refuseOtherValues(searchRare, first, first)).not.toThrow();
    const next = search(['1'], ['%', { var: 'term' }, '%'], ['%n36934%']);
    expect(() => refuseOtherValues(searchRare, first, next)).toThrow('no variable has the value ["%n36934%"]');
  });
});

describe('the operations', () => {
  let test: TestApp;
  let world: World;
  beforeAll(async () => {
    test = await startTestApp();
    const urls = { appUrl: test.databaseUrl, ownerUrl: test.databaseUrl };
    await fillOrganization(urls, { members: 70, requests: 96, years: 1 }, 2);
    world = await readWorld(test.app.config, urls);
  });
  afterAll(() => test.close());

  it.each(Object.entries(operations))("answers the bench's call for %s", async (_, operation) => {
    for (let n = 0; n < (operation.variants ?? 1); n++) {
      const vars = operation.vars(world, 'portal', 0, n);
      const { path, body, ...call } = portalCall(world, operation, vars, 0);
      const answer = await test.server.inject({ ...call, url: path, ...(body !== undefined && { payload: body }) });
      expect(answer.statusCode, answer.body).toBeLessThan(300);
    }
  });

  it('fills boards with counts and finds one member by a rare name', async () => {
    const [first] = world.staff;
    const headers = { authorization: `Bearer ${first?.token}` };
    const url = `/v1/organizations/${world.organizationId}`;
    const board = await test.server.inject({ url: `${url}/incoming-service-requests?page=0&status=OPEN`, headers });
    expect(board.json()).toMatchObject({ totalElements: 12, counts: { OPEN: 12, COMPLETED: 36 } });
    const found = await test.server.inject({ url: `${url}/members?name=robinson64`, headers });
    expect(found.json()).toMatchObject({ totalElements: 1 });
  });
});
