// Runs a built server entry: node scripts/built.mjs operator list
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repository } from './steps.mjs';

const [name = '', ...rest] = process.argv.slice(2);
const entry = join(repository, 'server', 'dist', 'main', `${name}.js`);
if (existsSync(entry)) {
  process.argv = [process.execPath, entry, ...rest];
  await import(pathToFileURL(entry));
} else {
  console.error('✗ Kinbridge is not built yet. Run npm run build first.');
  process.exitCode = 1;
}
