import { expect, it } from 'vitest';
import { browserTimes, slowestLines, unitTimes } from './slowest-tests.mjs';

it('reads the times of both reports', () => {
  const unit = {
    testResults: [{ name: '/repo/server/a.test.ts', assertionResults: [{ fullName: 'adds', duration: 40 }] }],
  };
  const spec = { title: 'signs in', file: 'sign-in.spec.ts', tests: [{ results: [{ duration: 900 }] }] };
  expect(unitTimes(unit, '/repo')).toEqual([{ name: 'adds', file: 'server/a.test.ts', ms: 40 }]);
  expect(browserTimes({ suites: [{ specs: [spec], suites: [{ specs: [spec] }] }] })).toEqual([
    { name: 'signs in', file: 'e2e/sign-in.spec.ts', ms: 900 },
    { name: 'signs in', file: 'e2e/sign-in.spec.ts', ms: 900 },
  ]);
});

it('lists the slowest tests first', () => {
  const tests = [100, 12_340, 2_000].map((ms) => ({ name: `takes ${ms}`, file: 'a.test.ts', ms }));
  expect(slowestLines(tests, 2)).toEqual(['  12.3 s  a.test.ts: takes 12340', '   2.0 s  a.test.ts: takes 2000']);
});
