// `npm run --silent sbom` prints the bill of materials (CycloneDX 1.6, JSON); `-- file.json` writes it to a file.
// `--dev` adds the development tools.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { billOfMaterials } from './bill-of-materials.mjs';
import { readLock } from './locked-packages.mjs';

const { values, positionals } = parseArgs({ options: { dev: { type: 'boolean' } }, allowPositionals: true });
const text = `${JSON.stringify(billOfMaterials(await readLock(), values), null, 2)}\n`;
if (positionals[0]) await writeFile(positionals[0], text);
else process.stdout.write(text);
