import { relative } from 'node:path';

/** The tests of vitest's JSON report. */
export function unitTimes({ testResults = [] }, root) {
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: fullName,
      file: relative(root, file),
      ms: duration ?? 0,
    })),
  );
}

/** The tests of Playwright's JSON report. */
export function browserTimes({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ results }) => ({
      name: title,
      file: `e2e/${file}`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  );
  return [...own, ...suites.flatMap(browserTimes)];
}

/** One line per test, slowest first. */
export function slowestLines(tests, count = 10) {
  return tests
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, count)
    .map(({ name, file, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}: ${name}`);
}
