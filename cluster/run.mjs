// `npm run cluster`: Kinbridge on a PostgreSQL cluster, with faults. cluster/README.md lists the options.
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { nodeProblem } from '../scripts/node-version.mjs';
import { ensureBuilt, ensureInstalled } from '../scripts/prepare.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
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
  await ensureBuilt();
  const { build } = await import('esbuild');
  const outdir = join(root, '.cache', 'cluster');
  await mkdir(outdir, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: [join(root, 'cluster', 'main.ts')],
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    packages: 'external',
    logLevel: 'warning',
  });
  const { main } = await import(pathToFileURL(join(outdir, 'main.js')).href);
  process.exitCode = await main({ ...values, root });
} catch (error) {
  console.error(error.name === 'CannotRun' || error.code?.startsWith('ERR_PARSE_ARGS') ? error.message : error);
  process.exitCode = 1;
}
