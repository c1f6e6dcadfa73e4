import type { TaskList } from 'graphile-worker';
import { activeTracer, parseTraceparent, traced } from '../trace.ts';

const traceparentOf = (payload: unknown) => (payload as { traceparent?: unknown } | null)?.traceparent;

/** Runs each job in a span that belongs to the request that queued it. */
export function traceJobs(tasks: TaskList): TaskList {
  const entries = Object.entries(tasks).map(([name, task]): [string, TaskList[string]] => [
    name,
    async (payload, helpers) => {
      const tracer = activeTracer();
      if (tracer === null) return task?.(payload, helpers);
      const facts = { 'kinbridge.task': name, 'kinbridge.attempt': helpers.job.attempts };
      const start = { name: `job ${name}`, kind: 'consumer' as const, parent: traceparentOf(payload), facts };
      return traced(tracer, start, async () => task?.(payload, helpers));
    },
  ]);
  return Object.fromEntries(entries);
}

export function traceIdOfJob(payload: unknown): string | undefined {
  return parseTraceparent(traceparentOf(payload))?.traceId;
}
