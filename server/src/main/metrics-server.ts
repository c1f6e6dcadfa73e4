import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AppContext } from '../app-context.ts';
import { isBearer } from '../telemetry/bearer.ts';
import { portProblem } from './port-problem.ts';

/** Serves /metrics on its own port, if there is one. */
export async function startMetricsServer({ metrics, config, log }: AppContext) {
  const { port, host, token } = config.metrics;
  if (metrics === null || port === undefined) return { port: null, stop: async () => undefined };
  await metrics.open();
  const answer = async ({ url, method, headers }: IncomingMessage, response: ServerResponse) => {
    if (url !== '/metrics' || method !== 'GET') return response.writeHead(404).end();
    if (token !== undefined && !isBearer(headers.authorization, token)) {
      return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    }
    const { contentType, body } = await metrics.text();
    return response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body);
  };
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    answer(request, response).catch(() => {
      log.warn('metrics failed');
      response.writeHead(500).end();
    });
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw portProblem((error as { code?: string }).code, host, port, 'METRICS_');
  }
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
