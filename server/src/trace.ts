/**
 * The seam for tracing. Nothing is traced until telemetry/tracing.ts sets a tracer; then spans hold route patterns,
 * statement names and tasks, never values.
 */

export type SpanFacts = Record<string, string | number>;

export interface SpanStart {
  name: string;
  kind: 'server' | 'client' | 'consumer';
  /** A traceparent from outside this process; without it, the current span is the parent. */
  parent?: unknown;
  /** How long ago it began. */
  elapsedMs?: number;
  facts: SpanFacts;
}

export interface Span {
  traceId: string;
  /** Runs work whose spans belong to this one. */
  run<T>(work: () => T): T;
  /** Ends once; later calls do nothing. A failure is recorded by its kind, without its message. */
  end(result?: { facts?: SpanFacts; failure?: string }): void;
}

export interface Tracer {
  start(span: SpanStart): Span;
  /** The traceparent of the current span, if it is recorded. */
  current(): string | null;
}

let active: Tracer | null = null;

export function setTracer(tracer: Tracer | null): void {
  active = tracer;
}

export function activeTracer(): Tracer | null {
  return active;
}

/** Runs work in a span that ends with it. */
export async function traced<T>(tracer: Tracer, start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = tracer.start(start);
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ failure: failureOf(error) });
    throw error;
  }
}

/** A database's or system's code, or the name of the error. Messages may quote values. */
function failureOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name ?? 'unknown');
}

/** Reads a W3C traceparent. Callers write it, so only its shape counts: not even its flags are used. */
export function parseTraceparent(text: unknown): { traceId: string; spanId: string } | null {
  if (typeof text !== 'string') return null;
  const [, traceId = '', spanId = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(text) ?? [];
  return /[^0]/.test(traceId) && /[^0]/.test(spanId) ? { traceId, spanId } : null;
}
