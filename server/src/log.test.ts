import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Runs a script that may call createLog in a new process, and returns the messages it logged. */
async function logged(script: string): Promise<string[]> {
  const { outputFiles } = await build({
    stdin: { contents: `import { createLog } from './log.ts'; ${script}`, resolveDir: folder },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  const args = ['--input-type=module', '-e', outputFiles[0]?.text ?? ''];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).msg]));
}

it('writes the last lines when the process exits', async () => {
  expect(await logged(`createLog('info').info('last'); process.exit(0)`)).toEqual(['last']);
});

it('writes more lines than fit into a block, in order', async () => {
  const script = `const log = createLog('info'); for (let n = 0; n < 1000; n++) log.info(String(n))`;
  expect(await logged(script)).toEqual(Array.from({ length: 1000 }, (_, n) => String(n)));
});

it('keeps the order of lines from several logs', async () => {
  const script = `const [a, b] = [createLog('info'), createLog('info')]; a.info('1'); b.info('2'); a.info('3')`;
  expect(await logged(script)).toEqual(['1', '2', '3']);
});
