// `npm run test:node24`: runs `npm test` on Node 24, downloaded from npm. Arguments are those of scripts/test.mjs.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { reportFailure, repository, run, step } from './steps.mjs';

const VERSION = '24.21.0';
const system = process.platform === 'win32' ? 'win' : process.platform;
// The package for this system alone, because `node` itself needs an install script to find it.
const name = `node-${system}-${process.arch}`;
const folder = join(repository, '.cache', `node-${VERSION}`);
const node = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

try {
  if (!existsSync(node)) await step(`Downloading Node ${VERSION}`, download);
  const args = process.argv.slice(2);
  process.exitCode = await run(node, [join(repository, 'scripts', 'test.mjs'), ...(args.length > 0 ? args : ['all'])]);
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}

async function download() {
  await mkdir(folder, { recursive: true });
  await run('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${VERSION}`], {
    quiet: true,
    sentence: `Node ${VERSION} could not be downloaded: npm has no ${name} for this machine, or it is offline.`,
  });
}
