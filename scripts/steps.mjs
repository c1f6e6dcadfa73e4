import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = dirname(dirname(fileURLToPath(import.meta.url)));

/** A failed step: a message and the tool's output. */
export class StepFailed extends Error {
  constructor(sentence, output = '') {
    super(sentence);
    this.output = output;
  }
}

/** Announces a step, runs it, and prints its duration. `talks`: other lines are printed in between. */
export async function step(name, work, { talks = false } = {}) {
  const began = performance.now();
  const overwrite = process.stdout.isTTY && !talks;
  process.stdout.write(`… ${name}${overwrite ? '' : '\n'}`);
  const mark = (sign) => {
    const line = `${sign} ${name} (${duration(performance.now() - began)})\n`;
    process.stdout.write(overwrite ? `\r\x1b[K${line}` : line);
  };
  try {
    const result = await work();
    mark('✓');
    return result;
  } catch (error) {
    mark('✗');
    throw error;
  }
}

export function reportFailure(error) {
  if (!(error instanceof StepFailed)) throw error;
  if (error.output.trim() !== '') console.error(`\n${error.output.trim()}\n`);
  console.error(error.message);
}

/**
 * Runs a command in the repository. Quiet commands show their output only if they fail. Resolves to the exit code; with
 * `sentence`, a nonzero code fails the step. `aside` runs at low priority.
 */
export function run(command, args, { quiet = false, aside = false, sentence, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: repository,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      // npm is a .cmd file on Windows, which needs a shell.
      shell: process.platform === 'win32' && command !== process.execPath,
    });
    if (aside && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.once('error', (error) => reject(new StepFailed(sentence ?? `${command} could not be run.`, error.message)));
    child.once('close', (code, signal) => {
      const status = code ?? 1;
      if (sentence === undefined || status === 0) return resolve(status);
      const text = Buffer.concat(output).toString('utf8');
      reject(new StepFailed(sentence, signal ? `${text}\nEnded by ${signal}.` : text));
    });
  });
}

function duration(milliseconds) {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
