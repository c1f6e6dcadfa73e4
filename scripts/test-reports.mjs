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
export function browserTests({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file, ok, tests }) =>
    tests.map(({ results }) => ({
      name: title,
      file: `e2e/${file}`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      failed: !ok,
    })),
  );
  return [...own, ...suites.flatMap(browserTests)];
}

/** The tests that failed and passed when they ran again. */
export function flakyTests(first, again) {
  const passed = new Set(again.filter(({ failed, ms }) => !failed && ms > 0).map(titleOf));
  return first.filter((test) => test.failed && passed.has(titleOf(test)));
}

function titleOf({ file, name }) {
  return `${file}: ${name}`;
}

/** One line per test, slowest first. */
export function slowestLines(tests, count = 10) {
  return tests
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, count)
    .map(({ name, file, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}: ${name}`);
}
