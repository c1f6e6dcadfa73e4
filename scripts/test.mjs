// `npm test`: everything. Many tests wait for a process or database, so single-core work runs next to them. `npm test
// -- check`, `-- unit` and `-- e2e` run a part; further arguments go to vitest or playwright.
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { nodeProblem } from './node-version.mjs';
import { ensureInstalled } from './prepare.mjs';
import { reportFailure, repository, run, StepFailed, step } from './steps.mjs';
import { browserTests as browserTestsOf, flakyTests, slowestLines, unitTimes } from './test-reports.mjs';

const results = join(repository, 'test-results');
const counts = { passed: 0, failed: 0 };
const times = [];
const flaky = [];
/** The browser's path, once found. */
let browser;
const [part = 'all', ...extra] = process.argv.slice(2);

const parts = {
  all: [() => beside(unitTests, [check, build]), browserTests],
  check: [check],
  unit: [unitTests],
  e2e: [build, browserTests],
  // `npm run pictures`
  pictures: [build, takePictures],
};
const work = parts[part];
const complaint =
  nodeProblem(process.versions.node) ??
  (work ? undefined : `There is no part named ${part}: choose one of ${Object.keys(parts).join(', ')}.`);
if (complaint) {
  console.error(complaint);
  process.exit(1);
}

try {
  await ensureInstalled();
  await mkdir(results, { recursive: true });
  // It may need a download, which runs while other things are tested.
  if (work.includes(browserTests) || work.includes(takePictures)) {
    browser = find();
    // Reported when it is needed.
    browser.catch(() => undefined);
  }
  for (const task of work) await task();
} catch (error) {
  reportFailure(error);
  // Other failed steps count as one failure, so the last line never looks like success.
  if (counts.failed === 0) counts.failed = 1;
  process.exitCode = 1;
}
if (times.length > 10) console.log(['', 'Slowest tests', ...slowestLines(times), ''].join('\n'));
if (flaky.length > 0) {
  console.log(
    ['Flaky: failed once, then passed alone', ...flaky.map(({ file, name }) => `  ${file}: ${name}`), ''].join('\n'),
  );
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);

/** Runs one task first and the others at low priority; reports every failure. */
async function beside(task, others) {
  const results = await Promise.allSettled([task(), ...others.map((other) => other({ aside: true }))]);
  throwFailures(results);
}

function throwFailures(results) {
  const failures = results.flatMap(({ reason }) => (reason ? [reason] : []));
  const strange = failures.find((failure) => !(failure instanceof StepFailed));
  if (strange) throw strange;
  if (failures.length === 0) return;
  throw new StepFailed(
    failures.map(({ message }) => message).join(' '),
    failures.map(({ output }) => output).join('\n'),
  );
}

/** In parallel, since each keeps one core busy. */
function check({ aside = false } = {}) {
  // One thread each: on two cores, parallel projects take half the time.
  const types = (project) =>
    run(...tool('typescript', 'tsc', ['--noEmit', '--singleThreaded', '-p', project]), {
      quiet: true,
      aside,
      // Go's garbage collector takes a quarter of the time, and a project fits in 1 GB.
      env: { GOGC: 'off' },
      sentence: `The types of ${project} do not fit.`,
    });
  const lint = () =>
    run(...tool('@biomejs/biome', 'biome', ['check', '.']), { quiet: true, aside, sentence: 'biome found problems.' });
  const work = async () =>
    throwFailures(
      // What imports the server is one program with it, so the server is checked once.
      await Promise.allSettled([
        lint(),
        ...['contract', 'forms', 'public', 'tsconfig.node.json', 'web', 'e2e'].map(types),
      ]),
    );
  return step('Lint, format and types', work, { talks: aside });
}

function unitTests() {
  const file = join(results, 'unit.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const command = tool('vitest', 'vitest', ['run', ...reporters, ...extra]);
  return suite('Tests', { file, command, env: {} }, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    times: unitTimes(report, repository),
  }));
}

function build({ aside = false } = {}) {
  const args = [join(repository, 'scripts', 'build.mjs')];
  const options = { quiet: true, aside, sentence: 'Kinbridge could not be built.' };
  return step('Build', () => run(process.execPath, args, options), { talks: aside });
}

/** In a child process, since it may change its environment. */
function find() {
  const script = join(repository, 'scripts', 'find-browser.mjs');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script], (problem, path, sentence) =>
      problem ? reject(new StepFailed(sentence.trim())) : resolve(path.trim()),
    );
  });
}

function browserTests() {
  return inBrowser('Browser tests', 'e2e', 'e2e.json');
}

function takePictures() {
  return inBrowser('Pictures', 'e2e/pictures', 'pictures.json');
}

async function inBrowser(name, config, report) {
  const path = await step('Finding a browser', () => browser);
  const args = ['test', `--config=${config}`, '--pass-with-no-tests', ...extra];
  // A worker's tests share a page, emptied in between, which keeps the portal's compiled code. Playwright does this for
  // its component tests; a version that doesn't know the variable is only slower.
  const env = { KINBRIDGE_BROWSER: path, PW_TEST_REUSE_CONTEXT: '1' };
  const command = tool('@playwright/test', 'playwright', args);
  // A failed test runs once more, alone. The first that fails again ends it.
  const again = tool('@playwright/test', 'playwright', [...args, '--last-failed', '--workers=1', '-x']);
  await suite(name, { file: join(results, report), command, again, env }, (report) => ({
    passed: report.stats.expected + report.stats.flaky,
    failed: report.stats.unexpected,
    times: browserTestsOf(report),
  }));
}

/** Runs a test runner, adds up its JSON report, and fails if it failed. */
async function suite(name, { file, command, again, env }, read) {
  const runOnce = async (command) => {
    await rm(file, { force: true });
    const status = await run(...command, { env });
    const report = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
    return { status, ...(report ? read(report) : { passed: 0, failed: 0, times: [] }) };
  };
  const runIt = async () => {
    const first = await runOnce(command);
    const second = again && first.failed > 0 ? await runOnce(again) : undefined;
    const recovered = second ? flakyTests(first.times, second.times) : [];
    flaky.push(...recovered);
    const failed = first.failed - recovered.length;
    counts.passed += first.passed + recovered.length;
    counts.failed += failed;
    times.push(...first.times);
    if ((second ?? first).status !== 0 || failed > 0) throw new StepFailed(`${name}: something failed, see above.`);
  };
  await step(name, runIt, { talks: true });
}

/** Arguments for `run` to start a package's command with this Node. */
function tool(packageName, command, args) {
  const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
  const { bin } = createRequire(import.meta.url)(manifest);
  return [process.execPath, [join(dirname(manifest), typeof bin === 'string' ? bin : bin[command]), ...args]];
}
