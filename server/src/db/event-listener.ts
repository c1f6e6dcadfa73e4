import pg from 'pg';
import type { Log } from '../log.ts';
import type { SessionAddress } from './addresses.ts';
import { holdKeys } from './encryption-keys.queries.ts';

export interface HeardEvent {
  event: string;
  organizations: number[];
  data: Record<string, unknown>;
}

/** Sent to everyone after a lost connection, since events may have been missed. */
export const resync: HeardEvent = { event: 'resync', organizations: [], data: {} };

interface ListenerOptions {
  address: SessionAddress;
  channel: string;
  log: Log;
  /** The keys of this process, which the database knows as long as the connection lasts. */
  encryptionKey: string;
}

/** Listens to events from other processes on a database channel and reconnects when the connection is lost. */
export class EventListener {
  readonly #heard: (event: HeardEvent) => void;
  #client: pg.Client | null = null;
  #closed = false;
  #again: NodeJS.Timeout | null = null;

  constructor(
    private readonly options: ListenerOptions,
    heard: (event: HeardEvent) => void,
  ) {
    this.#heard = heard;
  }

  async open(): Promise<void> {
    const { address, channel, encryptionKey } = this.options;
    const client = new pg.Client({
      connectionString: address.url,
      application_name: 'kinbridge-listener',
      keepAlive: true,
    });
    this.#client = client;
    client.on('error', () => undefined);
    client.on('end', () => this.#reconnect());
    client.on('notification', ({ payload }) => this.#heard(JSON.parse(payload ?? 'null') as HeardEvent));
    try {
      await client.connect();
      await client.query(holdKeys(encryptionKey));
      await client.query(`listen ${channel}`);
      this.#heard(resync);
    } catch {
      await client.end().catch(() => undefined);
      this.#reconnect();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#again) clearTimeout(this.#again);
    await this.#client?.end().catch(() => undefined);
  }

  #reconnect(): void {
    if (this.#closed || this.#again) return;
    this.options.log.warn('live updates lost the database; trying again');
    this.#again = setTimeout(() => {
      this.#again = null;
      void this.open();
    }, 1_000);
  }
}
