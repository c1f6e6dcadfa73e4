// Builds the server and the web for production in parallel. As a command: node scripts/build.mjs [--force]
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { staleParts, withStamp } from './build-stamp.mjs';
import { repository, step } from './steps.mjs';

const SERVER_OUT = join(repository, 'server', 'dist', 'main');
const WEB_OUT = join(repository, 'web', 'dist');
const COMPRESSED = /\.(js|css|html|svg|json)$/;
const WORTH_COMPRESSING = 1024;
/** Packages with many small modules, which would make the start half again as long. */
const BUNDLED = new Set([
  '@kinbridge/contract',
  '@kinbridge/forms',
  '@kinbridge/public',
  'csv-parse',
  'hucre',
  'jose',
  'zod',
]);

/** Builds changed parts, or everything with `force`. */
export async function buildAll({ force = false } = {}) {
  const parts = force ? ['server', 'web'] : await staleParts();
  const work = { server: buildServer, web: buildWeb };
  await Promise.all(parts.map((part) => withStamp(part, work[part])));
  return parts;
}

/** The esbuild options, also for watching. */
export async function serverBuildOptions() {
  const main = join(repository, 'server', 'src', 'main');
  const entryPoints = [];
  for (const name of await readdir(main)) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const firstLines = (await readFile(join(main, name), 'utf8')).split('\n', 5);
    if (firstLines.some((line) => line.startsWith('// entry'))) entryPoints.push(join(main, name));
  }
  const { dependencies } = JSON.parse(await readFile(join(repository, 'server', 'package.json'), 'utf8'));
  return {
    absWorkingDir: repository,
    entryPoints,
    outdir: SERVER_OUT,
    bundle: true,
    splitting: true,
    // Next to the entries, so paths relative to import.meta.url work in all of them.
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    metafile: true,
    logLevel: 'warning',
    external: Object.keys(dependencies).filter((name) => !BUNDLED.has(name)),
  };
}

async function buildServer() {
  const { build } = await import('esbuild');
  const { metafile } = await build(await serverBuildOptions());
  const made = new Set(Object.keys(metafile.outputs).map((file) => basename(file)));
  for (const name of await readdir(SERVER_OUT)) {
    if (!made.has(name)) await rm(join(SERVER_OUT, name), { recursive: true });
  }
}

/** Built in another folder and swapped, so a running server never serves half of it. */
async function buildWeb() {
  // An outside NODE_ENV would select React's development build.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  const root = join(repository, 'web');
  const outDir = join(repository, '.cache', `web-${process.pid}`);
  const options = { root, logLevel: 'warn', build: { outDir, emptyOutDir: false } };
  try {
    await build({ ...options, configFile: join(root, 'vite.config.ts') });
    await build({ ...options, configFile: join(root, 'form', 'vite.config.ts') });
    await build({ ...options, configFile: join(root, 'visitors', 'vite.config.ts') });
    await compressAssets(outDir);
    await rm(WEB_OUT, { recursive: true, force: true });
    await rename(outDir, WEB_OUT);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** Above this, the best quality takes seconds: the form library and the dictionaries, which load later. */
const TOO_LARGE_FOR_BEST = 500_000;

/** Compresses once, at the best quality for what a first visit loads, instead of for every visitor. */
async function compressAssets(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((name) => COMPRESSED.test(name));
  await Promise.all(
    files.map(async (name) => {
      const path = join(folder, name);
      if ((await stat(path)).size <= WORTH_COMPRESSING) return;
      const content = await readFile(path);
      const [brotli, zipped] = await Promise.all([
        promisify(brotliCompress)(content, {
          params: { [zlib.BROTLI_PARAM_QUALITY]: content.length > TOO_LARGE_FOR_BEST ? 9 : 11 },
        }),
        promisify(gzip)(content, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)]);
    }),
  );
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    await step('Building', () => buildAll({ force: process.argv.includes('--force') }));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
