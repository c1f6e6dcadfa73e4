import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { EventListener } from '../db/event-listener.ts';
import { learnCommonKeys } from '../features/members/search-keys.queries.ts';
import { createServer } from '../http/app.ts';
import { prepareStop } from '../http/close-server.ts';
import { flushReads } from '../records/audit/audit-reads.ts';
import { listenerOptions } from '../records/events/events.commands.ts';
import type { RunningApp } from './create-app.ts';
import { startMetricsServer } from './metrics-server.ts';
import { portProblem } from './port-problem.ts';

export interface RunningServer {
  url: string;
  /** Lets a proxy in front find another process first. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts listening; an unavailable port is reported in one sentence. */
export async function startServer(app: RunningApp, log: Logger): Promise<RunningServer> {
  const server: FastifyInstance = await createServer(app, log);
  const listener = new EventListener(listenerOptions(app), (event) => app.events.publish(event));
  await listener.open();
  const stopping = prepareStop(server);
  const { host, port, drainSeconds } = app.config;
  try {
    await server.listen({ host, port });
  } catch (error) {
    throw portProblem((error as { code?: string }).code, host, port);
  }
  const metrics = await startMetricsServer(app);
  const reads = setInterval(() => flushReads(app.db).catch(() => undefined), 30_000);
  reads.unref();
  const learn = () => learnCommonKeys(app.db).catch(() => undefined);
  await learn();
  // The next sample comes with the next ANALYZE, after a tenth of the rows changed.
  const keys = setInterval(learn, 600_000);
  keys.unref();
  return {
    url: app.config.publicUrl,
    drain: () => stopping.drain(drainSeconds * 1000),
    async stop() {
      clearInterval(reads);
      clearInterval(keys);
      await metrics.stop();
      await listener.close();
      app.events.close();
      await stopping.close();
      await flushReads(app.db, Number.POSITIVE_INFINITY).catch(() => undefined);
    },
  };
}
