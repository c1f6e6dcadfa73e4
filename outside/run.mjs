// `npm run outside`: Kinbridge with software that others wrote, from Debian's packages. Options: --only nginx,caddy.
// Runs in vitest like `npm run trust`, on the same database and built server.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { nodeProblem } from '../scripts/node-version.mjs';
import { ensureBuilt, ensureInstalled } from '../scripts/prepare.mjs';

try {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
  const problem = nodeProblem(process.versions.node) ?? machineProblem();
  if (problem) throw new Error(problem);
  await ensureInstalled();
  // Browsers open the portal's pages.
  await ensureBuilt();
  const outsideRun = { only: values.only.split(',').filter(Boolean) };
  const vitest = await startVitest('test', [], {
    run: true,
    // The configuration's projects would run every test.
    config: false,
    globalSetup: ['server/src/testing/global-setup.ts'],
    pool: 'forks',
    include: ['outside/run-parts.ts'],
    provide: { outsideRun },
    maxWorkers: 1,
    testTimeout: 0,
    hookTimeout: 0,
    // The run prints the table; vitest prints only if it breaks.
    disableConsoleIntercept: true,
    reporters: [{ onTestModuleEnd: (module) => module.errors().forEach(explain), onTestCaseResult: explainTest }],
  });
  await vitest.close();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function machineProblem() {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) return null;
  return 'npm run outside needs root and a Debian with apt: it installs packages. Run it in a container.';
}

function explainTest(test) {
  const { state, errors = [] } = test.result();
  if (state === 'failed') errors.forEach(explain);
}

function explain({ name, message, stack }) {
  console.error(name === 'CannotRun' || name === 'Misses' ? message : (stack ?? message));
  process.exitCode = 1;
}
