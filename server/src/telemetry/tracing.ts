import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Span as OtelSpan } from '@opentelemetry/api';
import type { Log } from '../log.ts';
import { parseTraceparent, type Span, type SpanStart, setTracer } from '../trace.ts';

export interface TraceSettings {
  /** Where spans are posted as OTLP in JSON. */
  url: string;
  serviceName: string;
  /** The share of traces that are recorded, from 0 to 1. */
  ratio: number;
}

const stopPatienceMs = 1_500;
const complainEveryMs = 60_000;

/** Starts exporting spans if there is somewhere to post them. The libraries are loaded only then. */
export async function startTracing(settings: TraceSettings | null, log: Log): Promise<{ stop(): Promise<void> }> {
  if (settings === null) return { stop: async () => undefined };
  const [api, sdk, resources, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  api.diag.setLogger(complaints(log), { logLevel: api.DiagLogLevel.ERROR, suppressOverrideMessage: true });
  const root = new sdk.TraceIdRatioBasedSampler(settings.ratio);
  const provider = new sdk.TracerProvider({
    // Callers don't decide what is recorded. A job's trace has the same id as its request's, so both decide alike.
    sampler: new sdk.ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root }),
    resource: resources
      .resourceFromAttributes({ 'service.name': settings.serviceName })
      // OTEL_RESOURCE_ATTRIBUTES; other detectors would add host and user names.
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: settings.url }) })],
  });
  const otel = provider.getTracer('kinbridge');
  const spans = new AsyncLocalStorage<OtelSpan>();
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, consumer: api.SpanKind.CONSUMER };

  const contextOf = (given: unknown) => {
    const parent = parseTraceparent(given);
    if (parent) return api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parent, traceFlags: 0, isRemote: true });
    const current = spans.getStore();
    return current ? api.trace.setSpan(api.ROOT_CONTEXT, current) : api.ROOT_CONTEXT;
  };
  const start = ({ name, kind, parent, elapsedMs = 0, facts }: SpanStart): Span => {
    const options = { kind: kinds[kind], startTime: Date.now() - elapsedMs, attributes: facts };
    const span = otel.startSpan(name, options, contextOf(parent));
    let ended = false;
    return {
      traceId: span.spanContext().traceId,
      run: (work) => spans.run(span, work),
      end({ facts: result = {}, failure } = {}) {
        if (ended) return;
        ended = true;
        span.setAttributes(result);
        if (failure !== undefined) {
          span.setAttribute('error.type', failure).setStatus({ code: api.SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  };
  const current = () => {
    const span = spans.getStore();
    if (!span?.isRecording()) return null;
    const { traceId, spanId } = span.spanContext();
    return `00-${traceId}-${spanId}-01`;
  };
  setTracer({ start, current });
  return {
    async stop() {
      setTracer(null);
      // A collector that is away doesn't delay the stop.
      await Promise.race([provider.shutdown(), delay(stopPatienceMs, undefined, { ref: false })]).catch(
        () => undefined,
      );
      api.diag.disable();
    },
  };
}

/** The SDK's messages may quote the answer of the other side, so ours says only that it failed. */
function complaints(log: Log) {
  let last = Number.NEGATIVE_INFINITY;
  const complain = () => {
    if (performance.now() - last < complainEveryMs) return;
    last = performance.now();
    log.warn('traces could not be exported');
  };
  const ignore = () => undefined;
  return { error: complain, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
}
