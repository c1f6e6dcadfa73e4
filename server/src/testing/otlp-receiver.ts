import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from './listen.ts';

export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[];
  status: { code?: number; message?: string };
  events: unknown[];
}

interface OtlpBody {
  resourceSpans: { resource: { attributes: { key: string }[] }; scopeSpans: { spans: ReceivedSpan[] }[] }[];
}

/** Receives OTLP over HTTP as JSON, like a collector. */
export async function startOtlpReceiver() {
  const bodies: OtlpBody[] = [];
  const server = createServer(async (request, response) => {
    bodies.push((await json(request)) as OtlpBody);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    bodies,
    spans: () =>
      bodies.flatMap((body) =>
        body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export type OtlpReceiver = Awaited<ReturnType<typeof startOtlpReceiver>>;
