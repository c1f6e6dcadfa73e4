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
