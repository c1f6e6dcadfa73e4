/** Runs one measurement: `npm run bench -- board-size`. Figures are ratios of things measured in the same run. */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { serverBuildOptions } from '../scripts/build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const name = process.argv[2];
if (!name || !/^[a-z-]+$/.test(name)) {
  process.stderr.write('Say which measurement to run, for instance: npm run bench -- board-size\n');
  process.exit(1);
}
const outdir = join(root, '.cache', 'bench');
await mkdir(outdir, { recursive: true });
await build({ ...(await serverBuildOptions()), entryPoints: [join(root, 'bench', `${name}.ts`)], outdir });
await import(pathToFileURL(join(outdir, `${name}.js`)).href);
