import { Readable } from 'node:stream';
import { recentEventsMs } from '@kinbridge/contract/events/live-events';
import { type HeardEvent, resync } from '../../db/event-listener.ts';
import {
  announcementChanged,
  announcementDrafted,
  needsYouChanged,
  reviewChanged,
  serviceChanged,
  sessionEnded,
  supportChanged,
} from './events.commands.ts';

const heartbeatMs = 15_000;
const streamsPerSession = 10;
/** The buffer for a stalled reader: thousands of events. */
const maxWaitingBytes = 1024 * 1024;

/** Beyond this, one resync is sent instead. */
const maxRecent = 500;

interface Listener {
  /** Null for operators. */
  organizationId: number | null;
  userId: number;
  sessionId: string;
}

interface Subscriber extends Listener {
  stream: Readable;
  end(): void;
}

/** An open stream of one person. */
export type PersonalStream = Pick<Subscriber, 'userId' | 'stream'>;

type Watcher = (heard: HeardEvent) => void;

/** The open streams of this process. Each event goes to the streams of its organizations. */
export class EventHub {
  readonly #subscribers = new Set<Subscriber>();
  readonly #watchers: Watcher[] = [];
  #recent: (HeardEvent & { at: number })[] = [];

  get listeners(): number {
    return this.#subscribers.size;
  }

  /** Gets every event, and those that a stream starts with once more. */
  watch(watcher: Watcher): void {
    this.#watchers.push(watcher);
  }

  streamsOf(organizationId: number): PersonalStream[] {
    return [...this.#subscribers].filter((subscriber) => subscriber.organizationId === organizationId);
  }

  publish(heard: HeardEvent): void {
    if (heard.event === sessionEnded) {
      this.#endSession(heard.data.sessionId);
      return;
    }
    this.#remember(heard);
    const readers = [...this.#subscribers].filter(({ organizationId }) => concerns(heard, organizationId));
    if (!isInternal(heard)) sendEvent(readers, heard);
    for (const watch of this.#watchers) watch(heard);
  }

  /**
   * A stream that lasts until the reader leaves, the session ends, or the server stops. `stillAllowed` is also polled,
   * since the end of a session may be missed while the database connection is down. Above the limit, the session's
   * oldest stream ends, so a reconnecting browser keeps working.
   */
  subscribe({ organizationId, userId, sessionId }: Listener, stillAllowed: () => Promise<boolean>): Readable {
    const own = [...this.#subscribers].filter((other) => other.sessionId === sessionId);
    for (const oldest of own.slice(0, Math.max(0, own.length - streamsPerSession + 1))) oldest.end();
    const stream = new Readable({ read: () => undefined });
    const leave = () => {
      clearInterval(heartbeat);
      this.#subscribers.delete(subscriber);
    };
    const end = () => {
      // Nothing may be pushed after the end.
      leave();
      stream.push(null);
    };
    const subscriber = { organizationId, userId, sessionId, stream, end };
    const beat = (allowed: boolean) => {
      if (!this.#subscribers.has(subscriber)) return;
      if (allowed) stream.push(': alive\n\n');
      else end();
    };
    // A short database outage doesn't end the stream.
    const heartbeat = setInterval(() => stillAllowed().then(beat, () => beat(true)), heartbeatMs);
    stream.once('close', leave);
    this.#subscribers.add(subscriber);
    stream.push('retry: 2000\n: listening\n\n');
    const missed = this.#recent.filter((heard) => isRecent(heard) && concerns(heard, organizationId));
    for (const heard of missed) {
      if (!isInternal(heard)) stream.push(textOf(heard));
      for (const watch of this.#watchers) watch(heard);
    }
    return stream;
  }

  close(): void {
    for (const { end } of this.#subscribers) end();
  }

  #remember(heard: HeardEvent): void {
    const full = this.#recent.length >= maxRecent;
    this.#recent = full ? this.#recent.filter(isRecent) : this.#recent;
    if (this.#recent.length >= maxRecent) this.#recent = [{ ...resync, at: Date.now() }];
    const { event, organizations, data } = heard;
    this.#recent.push({ event, organizations, data, at: Date.now() });
  }

  #endSession(ended: unknown): void {
    for (const { sessionId, end } of this.#subscribers) if (sessionId === ended) end();
  }
}

function isRecent({ at }: { at: number }): boolean {
  return Date.now() - at < recentEventsMs;
}

const forEveryone: ReadonlySet<string> = new Set([resync.event, serviceChanged, announcementChanged]);

const forOperators: ReadonlySet<string> = new Set([
  resync.event,
  reviewChanged,
  supportChanged,
  announcementChanged,
  announcementDrafted,
]);

function concerns({ event, organizations }: HeardEvent, organizationId: number | null): boolean {
  if (organizationId === null) return forOperators.has(event);
  return forEveryone.has(event) || organizations.includes(organizationId);
}

function isInternal({ event }: HeardEvent): boolean {
  return event === needsYouChanged;
}

/** Ends the streams that nobody reads. */
export function sendEvent(to: Pick<Subscriber, 'stream'>[], event: Pick<HeardEvent, 'event' | 'data'>): void {
  const text = textOf(event);
  for (const { stream } of to) {
    stream.push(text);
    if (stream.readableLength > maxWaitingBytes) stream.destroy();
  }
}

function textOf({ event, data }: Pick<HeardEvent, 'event' | 'data'>): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
