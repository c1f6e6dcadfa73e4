import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { AppError } from '../app-error.ts';
import { isBearer } from '../telemetry/bearer.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** Counts every request, and serves /metrics if a token protects it. */
export async function addMetrics(server: FastifyInstance, app: AppContext): Promise<void> {
  if (app.metrics === null) return;
  await app.metrics.open();
  countRequests(server, app.metrics);
  const { metrics } = app;
  const { token } = app.config.metrics;
  if (token === undefined) return;
  server.get('/metrics', { config: { access: 'public' }, logLevel: 'silent' }, async (request, reply) => {
    if (!isBearer(request.headers.authorization, token)) {
      reply.header('www-authenticate', 'Bearer');
      throw new AppError('signed_out', 'The metrics need the token in METRICS_TOKEN.');
    }
    const { contentType, body } = await metrics.text();
    return reply.type(contentType).header('cache-control', 'no-store').send(body);
  });
}

/** Labels are route patterns, so that neither paths nor callers can create new ones. */
function countRequests(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onRequest', (_request, reply, done) => {
    metrics.beginRequest();
    reply.raw.once('close', () => metrics.endRequest());
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions;
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    metrics.countRequest({
      method: url === undefined ? 'other' : request.method,
      route: url ?? '/*',
      status: reply.statusCode,
      seconds: isStream ? null : reply.elapsedTime / 1000,
    });
    done();
  });
  server.addHook('onRequestAbort', async (_request) => metrics.countAborted());
}
