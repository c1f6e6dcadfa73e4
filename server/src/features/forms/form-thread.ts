import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { SurveyDefinition } from '@kinbridge/contract/forms/form-definition';
import { startThread } from '../../threads.ts';
import type { Examined } from './examine-answers.ts';
import { FairTurns, type Lane } from './fair-turns.ts';

/** The largest publishable form takes half a second; a slow machine needs several times that. */
const limitMs = 3_000;
/** On a busy machine the thread may hardly run in that time, so it gets more, up to this. */
const patienceMs = 10_000;

const turns = new FairTurns({ atOnce: 2, waitingPerForm: 50, waitingPerOrganization: 100, patienceMs });
/** Idle threads; together with busy ones, as many as parallel turns. */
const idle: Worker[] = [];

/**
 * Checks answers against a form in a thread that is ended after three seconds, since a bad form can keep it busy for
 * hours. Null if it took too long or was unreadable.
 */
export function examineAnswers(
  lane: Lane,
  definition: SurveyDefinition,
  answers: Record<string, unknown>,
): Promise<Examined | null> {
  return turns.run(lane, async () => {
    const thread = idle.pop() ?? (await startChecking());
    const limit = timeLimit();
    const over = new AbortController();
    const { signal } = over;
    try {
      thread.postMessage({ definition, answers });
      const ended = once(thread, 'exit', { signal }).then(() => null);
      const answer = await Promise.race([once(thread, 'message', { signal }), limit.over, ended]);
      if (answer === null) {
        void thread.terminate();
        return null;
      }
      idle.push(thread);
      return (answer[0] as { result: Examined | null }).result;
    } catch {
      void thread.terminate();
      return null;
    } finally {
      limit.stop();
      over.abort();
    }
  });
}

/**
 * Ends after the limit in both time and CPU time, or when the patience runs out. Node 20 measures the CPU time of the
 * whole process only, which is never less than the thread's.
 */
function timeLimit(): { over: Promise<null>; stop(): void } {
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

async function startChecking(): Promise<Worker> {
  const thread = startThread('answer-thread', { resourceLimits: { maxOldGenerationSizeMb: 256 } });
  thread.unref();
  const over = new AbortController();
  const { signal } = over;
  try {
    const ended = once(thread, 'exit', { signal }).then(() => ['ended']);
    const [first] = await Promise.race([once(thread, 'message', { signal }), ended]);
    if (first !== 'ready') throw new Error('The thread that checks answers did not start.');
  } catch (error) {
    void thread.terminate();
    throw error;
  } finally {
    over.abort();
  }
  return thread;
}
