import type { FastifyReply, FastifyRequest } from 'fastify';
import { activeTracer, parseTraceparent, type Span } from '../trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null;
  }
}

/** Runs a handler in the span of its request, which the request log ends. A live stream would be a span of hours. */
export function inRequestSpan<T>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>): Promise<T> {
  const tracer = activeTracer();
  if (tracer === null || request.routeOptions.config.isStream) return work();
  const route = request.routeOptions.url ?? '';
  request.span = tracer.start({
    name: `${request.method} ${route}`,
    kind: 'server',
    parent: request.headers.traceparent,
    elapsedMs: reply.elapsedTime,
    facts: { 'http.request.method': request.method, 'http.route': route, 'kinbridge.request_id': request.id },
  });
  return request.span.run(work);
}

export function endRequestSpan({ span }: FastifyRequest, status: number): void {
  const facts = { 'http.response.status_code': status };
  span?.end(status >= 500 ? { facts, failure: String(status) } : { facts });
}

/** For the log, even when nothing is exported: the browser and proxies may know it. */
export function traceIdOf({ span, headers }: FastifyRequest): string | undefined {
  return span?.traceId ?? parseTraceparent(headers.traceparent)?.traceId;
}
