import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '../server/src/testing/until.ts';

export interface Program {
  child: ChildProcess;
  /** Its output so far on both streams. */
  printed(): string;
  stop(): Promise<void>;
}

export interface ProgramOptions {
  /** Whether it serves; an error counts as not yet. */
  ready(): Promise<unknown>;
  env?: Record<string, string>;
  cwd?: string;
}

const patienceMs = 60_000;
const running = new Set<Program>();

/** Starts a program in the foreground as our child, with only these settings, and waits until it serves. */
export async function startProgram(command: string, args: string[], options: ProgramOptions): Promise<Program> {
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...options.env };
  const child = spawn(command, args, { env, cwd: options.cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += String(chunk);
    });
  }
  const exited = once(child, 'exit').catch((error: Error) => {
    text += error.message;
  });
  let hasEnded = false;
  exited.then(() => {
    hasEnded = true;
  });
  const program = {
    child,
    printed: () => text,
    stop: async () => {
      running.delete(program);
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await exited;
      clearTimeout(force);
    },
  };
  running.add(program);
  await until(async () => {
    if (hasEnded) throw new Error('it ended');
    return options.ready().catch(() => false);
  }, patienceMs).catch((error: Error) => {
    throw new Error(`${command} didn't start: ${error.message}\n${text}`);
  });
  return program;
}

/** Whatever a part that failed left running. */
export async function stopPrograms(): Promise<void> {
  await Promise.all([...running].map((program) => program.stop()));
}
