import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../server/src/main/config.ts';
import type { PlantedFault } from './part.ts';

export interface TestRun {
  passed: number;
  /** Names of failed tests, with the first line of the error. */
  failed: string[];
}

/** Tests that must fail with this in their environment. */
export function plantedIn(
  name: string,
  [kind, file]: [kind: 'unit' | 'e2e', file: string],
  env: Record<string, string>,
): PlantedFault {
  return { name, run: async () => ({ figures: [], failures: (await runTests(kind, [file], env)).failed }) };
}

/** Runs tests like `npm test` in a child process: 'unit' with vitest, 'e2e' in a browser. */
export async function runTests(
  kind: 'unit' | 'e2e',
  files: string[],
  env: Record<string, string> = {},
): Promise<TestRun> {
  const report = join(projectRoot(), 'test-results', `${kind}.json`);
  await rm(report, { force: true });
  const child = spawn(process.execPath, [join(projectRoot(), 'scripts/test.mjs'), kind, ...files], {
    cwd: projectRoot(),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: 'ignore',
  });
  const [status] = await once(child, 'exit');
  const text = await readFile(report, 'utf8').catch(() => '{}');
  const run = kind === 'unit' ? readUnit(JSON.parse(text)) : readBrowser(JSON.parse(text));
  // A run that breaks before its first test isn't a success.
  if (status !== 0 && run.failed.length === 0) run.failed.push(`the tests ended with status ${status}`);
  return run;
}

interface UnitReport {
  testResults?: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
}

function readUnit({ testResults = [] }: UnitReport): TestRun {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = all.filter(({ status }) => status === 'failed');
  return {
    passed: all.filter(({ status }) => status === 'passed').length,
    failed: failed.map(({ fullName, failureMessages: [reason = ''] }) => `${fullName}: ${reason.split('\n')[0]}`),
  };
}

interface Suite {
  suites?: Suite[];
  specs?: { title: string; ok: boolean; tests: { results: { error?: { message: string } }[] }[] }[];
}

function readBrowser(report: Suite): TestRun {
  const specs = specsOf(report);
  return {
    passed: specs.filter(({ ok }) => ok).length,
    failed: specs
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => `${title}: ${tests[0]?.results[0]?.error?.message.split('\n')[0] ?? 'failed'}`),
  };
}

function specsOf({ suites = [], specs = [] }: Suite): NonNullable<Suite['specs']> {
  return [...specs, ...suites.flatMap(specsOf)];
}
