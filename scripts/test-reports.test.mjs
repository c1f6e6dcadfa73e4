import { expect, it } from 'vitest';
import { browserTests, flakyTests, slowestLines, unitTimes } from './test-reports.mjs';

it('reads the times of both reports', () => {
  const unit = {
    testResults: [{ name: '/repo/server/a.test.ts', assertionResults: [{ fullName: 'adds', duration: 40 }] }],
  };
  const spec = { title: 'signs in', file: 'sign-in.spec.ts', ok: true, tests: [{ results: [{ duration: 900 }] }] };
  expect(unitTimes(unit, '/repo')).toEqual([{ name: 'adds', file: 'server/a.test.ts', ms: 40 }]);
  expect(browserTests({ suites: [{ specs: [spec], suites: [{ specs: [spec] }] }] })).toEqual([
    { name: 'signs in', file: 'e2e/sign-in.spec.ts', ms: 900, failed: false },
    { name: 'signs in', file: 'e2e/sign-in.spec.ts', ms: 900, failed: false },
  ]);
});

it('lists the slowest tests first', () => {
  const tests = [100, 12_340, 2_000].map((ms) => ({ name: `takes ${ms}`, file: 'a.test.ts', ms }));
  expect(slowestLines(tests, 2)).toEqual(['  12.3 s  a.test.ts: takes 12340', '   2.0 s  a.test.ts: takes 2000']);
});

it('calls a test flaky only if it failed and passed when it ran again', () => {
  const test = (name, failed, ms = 100) => ({ name, file: 'e2e/a.spec.ts', ms, failed });
  const first = [test('passes', false), test('recovers', true), test('fails twice', true), test('is left out', true)];
  const again = [test('recovers', false), test('fails twice', true), test('is left out', false, 0)];
  expect(flakyTests(first, again).map(({ name }) => name)).toEqual(['recovers']);
});
