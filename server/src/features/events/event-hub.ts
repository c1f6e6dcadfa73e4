import { Readable } from 'node:stream';
import type { HeardEvent } from '../../db/event-listener.ts';

const heartbeatMs = 15_000;

interface Subscriber {
  organizationId: number;
  stream: Readable;
}

/** The open streams of this process. An event goes to those whose organization it concerns. */
export class EventHub {
  readonly #subscribers = new Set<Subscriber>();

  publish({ event, organizations, data }: HeardEvent): void {
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const { organizationId, stream } of this.#subscribers) {
      if (event === 'resync' || organizations.includes(organizationId)) stream.push(text);
    }
  }

  /** A stream that lives until the reader leaves, the server stops, or `stillAllowed` says no. */
  subscribe(organizationId: number, stillAllowed: () => Promise<boolean>): Readable {
    const stream = new Readable({ read: () => undefined });
    const subscriber = { organizationId, stream };
    this.#subscribers.add(subscriber);
    stream.push('retry: 2000\n: listening\n\n');
    const heartbeat = setInterval(() => {
      stillAllowed().then(
        (allowed) => (allowed ? stream.push(': alive\n\n') : stream.push(null)),
        // The database is away for a moment; the stream need not end for that.
        () => stream.push(': alive\n\n'),
      );
    }, heartbeatMs);
    stream.once('close', () => {
      clearInterval(heartbeat);
      this.#subscribers.delete(subscriber);
    });
    return stream;
  }

  close(): void {
    for (const { stream } of this.#subscribers) stream.push(null);
  }
}
