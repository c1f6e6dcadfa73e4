import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inject } from 'vitest';

/** Starts a command of Kinbridge with only these settings. */
export function startCommand(name: string, args: string[], settings: Record<string, string>) {
  const env = { PATH: process.env.PATH, ...settings };
  const child = spawn(process.execPath, [join(inject('serverFolder'), `${name}.js`), ...args], { env });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += String(chunk);
    });
  }
  // Null after a kill.
  const exitCode = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  return { child, printed: () => text, exitCode };
}

/** What it printed until its end, and whether it succeeded. */
export async function runCommand(...given: Parameters<typeof startCommand>) {
  const { exitCode, printed } = startCommand(...given);
  return { isDone: (await exitCode) === 0, text: printed().trim() };
}
