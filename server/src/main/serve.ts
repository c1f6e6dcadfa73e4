import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { EventListener } from '../db/event-listener.ts';
import { flushReads } from '../features/audit/audit-reads.ts';
import { eventChannel } from '../features/events/events.commands.ts';
import { createServer } from '../http/app.ts';
import { prepareClose } from '../http/close-server.ts';
import { StartError } from '../start-error.ts';
import type { RunningApp } from './create-app.ts';

export interface RunningServer {
  url: string;
  stop(): Promise<void>;
}

/** Starts listening; an unavailable port is reported in one sentence. */
export async function startServer(app: RunningApp, log: Logger): Promise<RunningServer> {
  const server: FastifyInstance = await createServer(app, log);
  const listener = new EventListener(app.sessionAddress, eventChannel, log, (event) => app.events.publish(event));
  await listener.open();
  const close = prepareClose(server);
  const { host, port } = app.config;
  try {
    await server.listen({ host, port });
  } catch (error) {
    throw portProblem((error as { code?: string }).code, host, port);
  }
  const reads = setInterval(() => flushReads(app.db).catch(() => undefined), 30_000);
  reads.unref();
  return {
    url: app.config.publicUrl,
    async stop() {
      clearInterval(reads);
      await listener.close();
      app.events.close();
      await close();
      await flushReads(app.db, Number.POSITIVE_INFINITY).catch(() => undefined);
    },
  };
}

export function portProblem(code: string | undefined, host: string, port: number): StartError {
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is taken by another program. Stop it, or set PORT to another number.`,
    );
  }
  if (code === 'EACCES')
    return new StartError(`Port ${port} may not be used by this account. Set PORT to 1024 or more.`);
  return new StartError(
    `Kinbridge cannot listen on ${host}:${port} (${code ?? 'unknown error'}). Check HOST and PORT.`,
  );
}
