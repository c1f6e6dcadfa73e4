/** The programs of a run. Only what was started here is ever signaled, by its process id. */
import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Layout } from './layout.ts';

export interface ProgramOptions {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** As the account of PostgreSQL instead of root. */
  unprivileged?: boolean;
}

export class Program {
  readonly name: string;
  #child: ChildProcess | null = null;
  #logStart = 0;

  constructor(
    private readonly layout: Layout,
    private readonly options: ProgramOptions,
  ) {
    this.name = options.name;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get logFile(): string {
    return join(this.layout.folder, `${this.name}.log`);
  }

  start(): void {
    if (this.isRunning) return;
    const { command, args, env, unprivileged } = this.options;
    const log = openSync(this.logFile, 'a');
    this.#logStart = statSync(this.logFile).size;
    this.#child = spawn(command, args, {
      cwd: unprivileged ? this.layout.folder : this.layout.root,
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
      // Ctrl-C in the terminal stops the run, which then stops its programs in order.
      detached: true,
      ...(unprivileged ? this.layout.account : {}),
    });
    this.#child.on('error', () => undefined);
  }

  /** What it has printed since its last start. */
  printed(): string {
    return readFileSync(this.logFile).subarray(this.#logStart).toString();
  }

  signal(signal: NodeJS.Signals): void {
    if (this.isRunning) this.#child?.kill(signal);
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended(10_000);
  }

  /** Ends it gently, or by force after a while. */
  async stop(patienceMs = 20_000): Promise<void> {
    this.signal('SIGTERM');
    if (await this.ended(patienceMs)) return;
    await this.kill();
  }

  async ended(patienceMs: number): Promise<boolean> {
    const until = Date.now() + patienceMs;
    while (this.isRunning && Date.now() < until) await pause(20);
    return !this.isRunning;
  }
}

/** Waits for something to become true; errors count as not yet. */
export async function until(what: string, check: () => Promise<unknown> | unknown, patienceMs = 60_000): Promise<void> {
  const end = Date.now() + patienceMs;
  for (;;) {
    let problem: unknown = '';
    try {
      if (await check()) return;
    } catch (error) {
      problem = error;
    }
    if (Date.now() > end) throw new Error(`Waited ${patienceMs / 1000} s for this: ${what}. ${problem}`);
    await pause(250);
  }
}

/** A process and everything it started. */
export function family(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return [{ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]) }];
      } catch {
        return [];
      }
    });
  const found = new Set([pid]);
  for (const member of found) for (const { pid, parent } of parents) if (parent === member) found.add(pid);
  return [...found];
}

export function signalPid(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
