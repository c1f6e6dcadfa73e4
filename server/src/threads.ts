import { once } from 'node:events';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Next to the built files. Tests run from source, which a thread can't load, so they name the built ones. */
let folder = new URL('./', import.meta.url);

export function loadThreadsFrom(built: URL): void {
  folder = built;
}

/** Starts a thread from its file in main/. Its output is discarded, since it may quote passwords or answers. */
export function startThread(name: string, options: WorkerOptions = {}): Worker {
  const thread = new Worker(new URL(`${name}.js`, folder), { stdout: true, stderr: true, env: {}, ...options });
  thread.stdout.resume();
  thread.stderr.resume();
  thread.on('error', () => undefined);
  return thread;
}

/** Runs a task in a thread that ends with its answer. Rejects if there is none. */
export async function runInOwnThread<Answer>(name: string, task: unknown): Promise<Answer> {
  const thread = startThread(name, { workerData: task });
  const ended = once(thread, 'exit').then(() => {
    throw new Error('the thread ended without an answer');
  });
  try {
    const [answer] = await Promise.race([once(thread, 'message'), ended]);
    return answer as Answer;
  } finally {
    // Its memory is free only after it ends.
    void thread.terminate();
    await ended.catch(() => undefined);
  }
}

interface Limits {
  limitMs: number;
  /** On a busy machine a thread may hardly run in its time, so it gets more, up to this. */
  patienceMs: number;
  memoryMb: number;
}

/**
 * Threads for tasks that can take forever. A thread that takes too long or too much memory is ended; the others are
 * used again. The caller limits how many tasks run in parallel.
 */
export class TimedThreads {
  readonly #idle: Worker[] = [];

  constructor(
    private readonly name: string,
    private readonly limits: Limits,
  ) {}

  /** The thread's `result`, or null without one in time. */
  async run<Result>(task: unknown): Promise<Result | null> {
    const thread = this.#idle.pop() ?? (await this.#start());
    const limit = timeLimit(this.limits);
    const over = new AbortController();
    const { signal } = over;
    try {
      thread.postMessage(task);
      const ended = once(thread, 'exit', { signal }).then(() => null);
      const answer = await Promise.race([once(thread, 'message', { signal }), limit.over, ended]);
      if (answer === null) {
        void thread.terminate();
        return null;
      }
      this.#idle.push(thread);
      return (answer[0] as { result: Result | null }).result;
    } catch {
      void thread.terminate();
      return null;
    } finally {
      limit.stop();
      over.abort();
    }
  }

  /** Waits until the thread has loaded what it needs, which doesn't count as its time. */
  async #start(): Promise<Worker> {
    const thread = startThread(this.name, { resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMb } });
    thread.unref();
    const over = new AbortController();
    const { signal } = over;
    try {
      const ended = once(thread, 'exit', { signal }).then(() => ['ended']);
      const [first] = await Promise.race([once(thread, 'message', { signal }), ended]);
      if (first !== 'ready') throw new Error(`The thread ${this.name} did not start.`);
    } catch (error) {
      void thread.terminate();
      throw error;
    } finally {
      over.abort();
    }
    return thread;
  }
}

/**
 * Ends after the limit in both time and CPU time, or when the patience runs out. Node 20 measures the CPU time of the
 * whole process only, which is never less than the thread's.
 */
function timeLimit({ limitMs, patienceMs }: Limits): { over: Promise<null>; stop(): void } {
  const started = Date.now();
  const usedBefore = process.cpuUsage();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<null>((resolve) => {
    const look = () => {
      const { user, system } = process.cpuUsage(usedBefore);
      if ((user + system) / 1000 >= limitMs || Date.now() - started >= patienceMs) resolve(null);
      else timer = setTimeout(look, 200);
    };
    timer = setTimeout(look, limitMs);
  });
  return { over, stop: () => clearTimeout(timer) };
}
