import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    actorId: number | null;
  }
}

/** Short enough to be read out on the phone: 7F3A-19C2-04BE. */
export function newRequestId(): string {
  return (randomBytes(6).toString('hex').toUpperCase().match(/.{4}/g) ?? []).join('-');
}

/** One line per request, with the route's pattern: never the path's values, never the query. */
export function addRequestLog(server: FastifyInstance): void {
  server.decorateRequest('actorId', null);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  server.addHook('onResponse', async (request, reply) => {
    if (!request.routeOptions.config.access) return;
    request.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        actor: request.actorId,
      },
      'request',
    );
  });
}
