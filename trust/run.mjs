// `npm run trust`: all security and reliability checks, with figures. Options: --rounds 1 to 100 (10 is the full run),
// --only matrix,hostile. Runs in vitest like the short versions in `npm test`, on the same database and built server.
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { nodeProblem } from '../scripts/node-version.mjs';
import { ensureInstalled } from '../scripts/prepare.mjs';

const options = { rounds: { type: 'string', default: '10' }, only: { type: 'string', default: '' } };

try {
  const { values } = parseArgs({ options });
  const rounds = Number(values.rounds);
  const problem = nodeProblem(process.versions.node);
  if (problem) throw new Error(problem);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100)
    throw new Error('--rounds takes a number from 1 to 100.');
  await ensureInstalled();
  const trustRun = { rounds, only: values.only.split(',').filter(Boolean) };
  const vitest = await startVitest('test', [], {
    run: true,
    // The configuration's projects would run every test.
    config: false,
    globalSetup: ['server/src/testing/global-setup.ts'],
    pool: 'forks',
    include: ['trust/run-parts.ts'],
    provide: { trustRun },
    maxWorkers: 1,
    testTimeout: 0,
    hookTimeout: 0,
    // The run prints the report; vitest prints only if it breaks.
    disableConsoleIntercept: true,
    reporters: [{ onTestModuleEnd: (module) => module.errors().forEach(explain), onTestCaseResult: explainTest }],
  });
  await vitest.close();
} catch (error) {
  explain(error);
}

function explainTest(test) {
  const { state, errors = [] } = test.result();
  if (state === 'failed') errors.forEach(explain);
}

function explain({ name, message, stack }) {
  console.error(name === 'CannotRun' || name === 'Failures' ? message : (stack ?? message));
  process.exitCode = 1;
}
