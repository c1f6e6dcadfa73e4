import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = dirname(dirname(fileURLToPath(import.meta.url)));

/** A step that could not be done: a sentence, and what the tool had to say about it. */
export class StepFailed extends Error {
  constructor(sentence, output = '') {
    super(sentence);
    this.output = output;
  }
}

/** Announces a piece of work, does it, and says how long it took. `talks`: other lines are printed meanwhile. */
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
 * Runs a command in the repository. Quiet ones show their output only if they fail, the others as it comes.
 * Resolves to the exit code; with `sentence` any other code than 0 is a failed step. What runs aside takes only what
 * others leave of the machine.
 */
export function run(command, args, { quiet = false, aside = false, sentence, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: repository,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      // npm is a .cmd file on Windows, which only a shell can start.
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
