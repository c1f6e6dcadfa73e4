// `npm run cluster`: Kinbridge on a PostgreSQL cluster, with faults. cluster/README.md lists the options.
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { nodeProblem } from '../scripts/node-version.mjs';
import { ensureBuilt, ensureInstalled } from '../scripts/prepare.mjs';
import { run } from '../scripts/steps.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** A whole run also runs what depends on Node most on the recommended version: files, mail, texts, many processes. */
const node24Tests = [
  'unit',
  'contract',
  'forms/src',
  'public/src',
  'server/src/outside',
  'server/src/main/processes.test.ts',
];
try {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      plant: { type: 'string' },
      keep: { type: 'boolean', default: false },
      install: { type: 'boolean', default: true },
    },
    allowNegative: true,
  });
  const problem = nodeProblem(process.versions.node);
  if (problem) throw new Error(problem);
  await ensureInstalled();
  // Before anything that takes minutes or writes files.
  const { prepareMachine } = await importSource('requirements.ts');
  await prepareMachine(values.install, console.error);
  await ensureBuilt();
  const isWhole = values.only === undefined && values.plant === undefined;
  const tested = isWhole ? await run(process.execPath, [join(root, 'scripts', 'test-node24.mjs'), ...node24Tests]) : 0;
  const outdir = join(root, '.cache', 'cluster');
  await mkdir(outdir, { recursive: true });
  await bundle('main.ts', { outdir, sourcemap: true });
  const { main } = await import(pathToFileURL(join(outdir, 'main.js')).href);
  process.exitCode = (await main({ ...values, root })) || tested;
} catch (error) {
  console.error(error.name === 'CannotRun' || error.code?.startsWith('ERR_PARSE_ARGS') ? error.message : error);
  process.exitCode = 1;
}

async function bundle(file, options) {
  const { build } = await import('esbuild');
  return build({
    absWorkingDir: root,
    entryPoints: [join(root, 'cluster', file)],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
    ...options,
  });
}

/** A module that needs only Node, without a file in between: people without rights can't write one. */
async function importSource(file) {
  const { outputFiles } = await bundle(file, { write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
