/**
 * `npm run bench` measures every hot path against its target; `npm run bench -- growth` and other names run one
 * measurement. --portal <folder> measures another checkout of Kinbridge.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    portal: { type: 'string', default: root },
    only: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    plant: { type: 'string' },
    reuse: { type: 'boolean' },
  },
});
const portal = resolve(values.portal);
const name = positionals[0] ?? 'table';
if (!/^[a-z-]+$/.test(name) || !existsSync(join(root, 'bench', `${name}.ts`))) {
  process.stderr.write(`'${name}' isn't a measurement. bench/README.md lists them.\n`);
  process.exit(1);
}

/** The server code comes from the measured checkout. */
const fromPortal = {
  name: 'from-portal',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.\/server\/src\// }, ({ path }) => {
      const [theirs, ours] = [portal, root].map((checkout) => join(checkout, path.slice(3)));
      // An older checkout may lack a module that only the bench needs.
      return { path: existsSync(theirs) ? theirs : ours };
    }),
};
const { serverBuildOptions } = await import(pathToFileURL(join(portal, 'scripts', 'build.mjs')).href);
const options = await serverBuildOptions();
const outdir = join(root, '.cache', 'bench');
await mkdir(outdir, { recursive: true });
await build(options);
await build({
  ...options,
  absWorkingDir: root,
  // The measurement and the processes it may start.
  entryPoints: [name, 'bare', 'load', 'direct'].map((file) => join(root, 'bench', `${file}.ts`)),
  outdir,
  plugins: [fromPortal],
});
globalThis.bench = { ...values, portal, root, arguments: positionals.slice(1) };
await import(pathToFileURL(join(outdir, `${name}.js`)).href);
