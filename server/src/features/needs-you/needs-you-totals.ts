import type { Database } from '../../db/database.ts';
import type { HeardEvent } from '../../db/event-listener.ts';
import { describeError, type Log } from '../../log.ts';
import { type EventHub, type PersonalStream, sendEvent } from '../../records/events/event-hub.ts';
import { needsYouChanged } from '../../records/events/events.commands.ts';
import { findTotals } from './needs-you.queries.ts';

/** Events of one action come together. */
const delayMs = 500;
const periodMs = 1_000;
/** Counting takes at most a tenth of the time, also where there are tens of thousands of items. */
const slowFactor = 10;

const changes: ReadonlySet<string> = new Set([
  'service-request',
  'note',
  'member',
  'employee',
  'organization',
  needsYouChanged,
]);

/**
 * Tells people on open streams how many items they have, when that changed. It counts after what the hub hears, for all
 * people of an organization in one statement, one organization at a time and each at most once a second.
 */
export class NeedsYouTotals {
  readonly #waiting = new Set<number>();
  readonly #readyAt = new Map<number, number>();
  readonly #told = new WeakMap<PersonalStream, number>();
  #counting: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(
    private readonly db: Database,
    private readonly hub: EventHub,
    private readonly log: Log,
  ) {
    hub.watch((heard) => this.#hear(heard));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#counting;
  }

  #hear({ event, organizations }: HeardEvent): void {
    if (!changes.has(event)) return;
    for (const id of organizations) {
      if (this.#waiting.has(id) || this.hub.streamsOf(id).length === 0) continue;
      this.#waiting.add(id);
      const wait = (this.#readyAt.get(id) ?? 0) - Date.now();
      setTimeout(() => this.#queue(id), Math.max(delayMs, wait)).unref();
    }
  }

  #queue(organizationId: number): void {
    this.#counting = this.#counting.then(async () => {
      this.#waiting.delete(organizationId);
      if (this.#closed) return;
      const start = Date.now();
      this.#readyAt.set(organizationId, start + periodMs);
      await this.#tell(organizationId).catch((error: unknown) =>
        this.log.error(describeError(error), 'counting what needs people failed'),
      );
      const took = Date.now() - start;
      this.#readyAt.set(organizationId, start + Math.max(periodMs, slowFactor * took));
    });
  }

  async #tell(organizationId: number): Promise<void> {
    const streams = this.hub.streamsOf(organizationId);
    if (streams.length === 0) return;
    const userIds = [...new Set(streams.map(({ userId }) => userId))];
    const found = await findTotals(this.db, organizationId, userIds);
    const totals = new Map(found.map(({ userId, total }) => [userId, total]));
    for (const stream of streams) {
      const total = totals.get(stream.userId) ?? 0;
      if (this.#told.get(stream) === total) continue;
      this.#told.set(stream, total);
      sendEvent([stream], { event: 'needs-you', data: { total } });
    }
  }
}
