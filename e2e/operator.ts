import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Runs the operator command for the portal under test, as an operator would on the server. */
export async function operator(...args: string[]): Promise<string> {
  const script = fileURLToPath(new URL('../server/dist/main/operator.js', import.meta.url));
  const { PATH, HOME, KINBRIDGE_E2E_DATA_DIR: DATA_DIR } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { env: { PATH, HOME, DATA_DIR } });
  return stdout;
}
