import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endRequestSpan, traceIdOf } from './request-trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actorId: number | null;
  }
}

/** Short enough to read out over the phone: 7F3A-19C2-04BE. */
export function newRequestId(): string {
  const random = randomUUID().toUpperCase();
  return `${random.slice(0, 4)}-${random.slice(4, 8)}-${random.slice(9, 13)}`;
}

/** Logs one line per request with the route's pattern, never path values or the query. */
export function addRequestLog(server: FastifyInstance): void {
  server.decorateRequest('actorId', null);
  server.decorateRequest('span', null);
  server.addHook('onResponse', (request, reply, done) => {
    endRequestSpan(request, reply.statusCode);
    // Fastify makes a new object at every access.
    const { config, url } = request.routeOptions;
    if (config.access) {
      const { statusCode: status, elapsedTime } = reply;
      request.log.info(described(request, url, status, Math.round(elapsedTime * 10) / 10), 'request');
    }
    done();
  });
  server.addHook('onRequestAbort', async (request) => {
    request.log.info(described(request, request.routeOptions.url), 'request cut off by its caller');
    endRequestSpan(request, 499);
  });
}

/** The log leaves out what is undefined. */
function described(request: FastifyRequest, route: string | undefined, status?: number, ms?: number) {
  const { id, method, actorId } = request;
  return { requestId: id, traceId: traceIdOf(request), method, route, actor: actorId, status, ms };
}
