import { setTimeout as delay } from 'node:timers/promises';
import type { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { QueueFigure } from './queue-figures.queries.ts';

export interface MetricSources {
  pools: Record<string, { totalCount: number; idleCount: number; waitingCount: number; options: { max: number } }>;
  /** Open live streams of this process. */
  countListeners(): number;
  findQueueFigures(): Promise<QueueFigure[]>;
  /** Null without a replica, or if its lag isn't known. */
  replicaLagSeconds(): number | null;
}

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What this process measures, in the format of Prometheus. The library is loaded by `open`, so only where it is used. */
export class Metrics {
  readonly #figures: CachedFigures<QueueFigure[]>;
  #opening: Promise<Registered> | null = null;
  #registered: Registered | null = null;
  #running = 0;

  constructor(private readonly sources: MetricSources) {
    this.#figures = new CachedFigures(() => sources.findQueueFigures());
  }

  async open(): Promise<void> {
    this.#opening ??= import('prom-client').then(register);
    this.#registered = await this.#opening;
  }

  beginRequest(): void {
    this.#running++;
  }

  endRequest(): void {
    this.#running--;
  }

  /** Counts an answer under its route's pattern. A live stream has no duration worth knowing. */
  countRequest({ method, route, status, seconds }: CountedRequest): void {
    this.#registered?.requests.inc({ method, route, status });
    if (seconds !== null) this.#registered?.durations.observe({ method, route }, seconds);
  }

  countAborted(): void {
    this.#registered?.aborted.inc();
  }

  /** The scrape answers even while the database doesn't; then the figures of the database are missing. */
  async text(): Promise<{ contentType: string; body: string }> {
    await this.open();
    const { registry, gauges } = this.#registered as Registered;
    const figures = await this.#figures.read();
    for (const gauge of Object.values(gauges)) {
      gauge.reset();
      // A gauge without labels would stay as 0, which can mean an outage.
      gauge.remove({});
    }
    gauges.running.set(this.#running);
    gauges.listeners.set(this.sources.countListeners());
    for (const [pool, { totalCount, idleCount, waitingCount, options }] of Object.entries(this.sources.pools)) {
      gauges.connections.set({ pool, state: 'idle' }, idleCount);
      gauges.connections.set({ pool, state: 'busy' }, totalCount - idleCount);
      gauges.connectionsMax.set({ pool }, options.max);
      gauges.connectionsWaiting.set({ pool }, waitingCount);
    }
    const lag = this.sources.replicaLagSeconds();
    if (lag !== null) gauges.replicaLag.set(lag);
    gauges.databaseUp.set(figures === null ? 0 : 1);
    for (const { figure, task, state, value } of figures ?? []) gauges[figure].set(labels[figure](task, state), value);
    return { contentType: registry.contentType, body: await registry.metrics() };
  }
}

export interface CountedRequest {
  method: string;
  route: string;
  status: number;
  seconds: number | null;
}

const none = () => ({});
const byState = (_task: string, state: string) => ({ state });
const labels: Record<QueueFigure['figure'], (task: string, state: string) => Record<string, string>> = {
  jobs: (task, state) => ({ task, state }),
  jobs_oldest: none,
  texts: byState,
  texts_oldest: none,
  emails: byState,
  provider_up: none,
  workers: none,
  questions_open: none,
  questions_oldest: none,
  organizations_waiting: none,
  organizations_oldest: none,
};

interface Registered {
  registry: Registry;
  requests: Counter;
  durations: Histogram;
  aborted: Counter;
  gauges: Record<GaugeName, Gauge>;
}

type GaugeName =
  | QueueFigure['figure']
  | 'running'
  | 'listeners'
  | 'connections'
  | 'connectionsMax'
  | 'connectionsWaiting'
  | 'databaseUp'
  | 'replicaLag';

function register({ Counter, Gauge, Histogram, Registry, collectDefaultMetrics }: typeof import('prom-client')) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Gauges with the suffix of a counter, which promtool refuses.
  for (const what of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${what}_total`);
  const shared = { registers: [registry] };
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `kinbridge_${name}`, help, labelNames, ...shared });
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `kinbridge_${name}`, help, labelNames, ...shared });
  return {
    registry,
    requests: counter('http_requests_total', 'Answered requests.', ['method', 'route', 'status']),
    aborted: counter('http_requests_aborted_total', 'Requests cut off by their caller.'),
    durations: new Histogram({
      name: 'kinbridge_http_request_duration_seconds',
      help: 'Time until the answer was sent, without live streams.',
      labelNames: ['method', 'route'],
      buckets: secondsBuckets,
      ...shared,
    }),
    gauges: {
      running: gauge('http_requests_running', 'Requests under way, with uploads, downloads and live streams.'),
      listeners: gauge('live_listeners', 'Open streams of live updates.'),
      connections: gauge('database_connections', 'Connections to the database.', ['pool', 'state']),
      connectionsMax: gauge('database_connections_max', 'The most connections the pool opens.', ['pool']),
      connectionsWaiting: gauge('database_waiting', 'Queries that wait for a connection.', ['pool']),
      databaseUp: gauge('database_up', '1 if the database answered within 2 seconds, otherwise 0.'),
      replicaLag: gauge('replica_lag_seconds', 'How far the replica is behind.'),
      jobs: gauge('jobs', 'Jobs in the queue, for all processes together.', ['task', 'state']),
      jobs_oldest: gauge('jobs_oldest_seconds', 'How long the oldest due job has been waiting.'),
      texts: gauge('texts', 'Texts: queued, sending, and the outcome of those created in the last hour.', ['state']),
      texts_oldest: gauge('texts_oldest_seconds', 'How long the oldest due text has been waiting.'),
      emails: gauge('emails', 'Emails created in the last hour.', ['state']),
      provider_up: gauge('text_provider_up', '0 while texts wait because the text provider fails.'),
      workers: gauge('workers', 'Workers that reported in the last 40 seconds.'),
      questions_open: gauge('questions_open', 'Support questions that wait for an operator.'),
      questions_oldest: gauge(
        'questions_oldest_seconds',
        'How long the oldest open support question has been waiting.',
      ),
      organizations_waiting: gauge('organizations_waiting', 'Organizations that wait for an operator.'),
      organizations_oldest: gauge(
        'organizations_waiting_oldest_seconds',
        'How long the first organization has been waiting for approval.',
      ),
    },
  };
}

const freshMs = 5_000;
const patienceMs = 2_000;

/** Figures that are read at most every five seconds, and never twice at the same time. Null if they can't be read. */
class CachedFigures<T> {
  readonly #read: () => Promise<T>;
  #reading: Promise<T | null> | null = null;
  #last: { at: number; figures: T } | null = null;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  async read(): Promise<T | null> {
    if (this.#last && performance.now() - this.#last.at < freshMs) return this.#last.figures;
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = null;
    });
    return Promise.race([this.#reading, delay(patienceMs, null, { ref: false })]);
  }

  async #readNow(): Promise<T | null> {
    this.#last = null;
    try {
      const figures = await this.#read();
      this.#last = { at: performance.now(), figures };
      return figures;
    } catch {
      return null;
    }
  }
}
