import type { Database } from '../../db/database.ts';
import type { HeardEvent } from '../../db/event-listener.ts';
import { describeError, type Log } from '../../log.ts';
import { type EventHub, type PersonalStream, sendEvent } from '../../records/events/event-hub.ts';
import { needsYouChanged } from '../../records/events/events.commands.ts';
import { findTotals } from './needs-you.queries.ts';

/** Events of one action come together. */
const delayMs = 500;
const periodMs = 1_000;

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
  readonly #countedAt = new Map<number, number>();
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
      const sinceLast = Date.now() - (this.#countedAt.get(id) ?? 0);
      setTimeout(() => this.#queue(id), Math.max(delayMs, periodMs - sinceLast)).unref();
    }
  }

  #queue(organizationId: number): void {
    this.#counting = this.#counting.then(async () => {
      this.#waiting.delete(organizationId);
      if (this.#closed) return;
      this.#countedAt.set(organizationId, Date.now());
      await this.#tell(organizationId).catch((error: unknown) =>
        this.log.error(describeError(error), 'counting what needs people failed'),
      );
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
