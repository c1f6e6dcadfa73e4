import { createHmac } from 'node:crypto';
import { counted } from '@kinbridge/contract/shared/counted';
import type { AppContext } from '../app-context.ts';
import { AppError } from '../app-error.ts';
import type { Database } from '../db/database.ts';
import { addCalls } from './address-counts.commands.ts';
import { addressGroup } from './address-group.ts';

interface Count {
  /** Calls accepted in this minute, how many may be, and how many of these the database doesn't know of. */
  used: number;
  granted: number;
  unknown: number;
  refused: boolean;
  reserving: Promise<void> | null;
}

/**
 * Limits calls per minute of an address, a directory's token or a session, across all processes. The limits are
 * generous: they stop floods, not guessing. Each process reserves a few calls at a time in the database and refuses from
 * memory once none are left.
 */
export class AddressLimit {
  readonly #perMinute: number;
  readonly #db: Database;
  readonly #secret: string;
  readonly #block: number;
  readonly #ahead: number;
  #minute = 0;
  #counts = new Map<string, Count>();

  /** Each process accepts `ahead` calls a minute before it asks the database, so that ordinary use costs no write. */
  constructor(perMinute: number, { db, config }: Pick<AppContext, 'db' | 'config'>, ahead = 0) {
    this.#perMinute = perMinute;
    this.#db = db;
    this.#secret = config.secret;
    this.#block = Math.max(1, Math.floor(perMinute / 100));
    this.#ahead = ahead;
  }

  /** The sender is undefined after the caller resets the connection; those calls share one count. */
  async count(sender: string | undefined, now = Date.now()): Promise<void> {
    const minute = Math.floor(now / 60_000);
    if (minute > this.#minute) {
      this.#minute = minute;
      this.#counts.clear();
    }
    const group = addressGroup(sender ?? 'unknown');
    const [granted, unknown] = [this.#ahead, this.#ahead];
    const count = this.#counts.get(group) ?? { used: 0, granted, unknown, refused: false, reserving: null };
    this.#counts.set(group, count);
    while (count.used >= count.granted) {
      if (count.refused) throw tooManyRequests(60 - Math.floor((now % 60_000) / 1000));
      count.reserving ??= this.#reserve(group, minute, count).finally(() => {
        count.reserving = null;
      });
      await count.reserving;
    }
    count.used++;
  }

  async #reserve(group: string, minute: number, count: Count): Promise<void> {
    const hash = createHmac('sha256', this.#secret).update(group).digest();
    // While the database is down, each process counts alone.
    const total = await addCalls(this.#db, hash, minute, count.unknown + this.#block).catch(
      () => count.granted + this.#block,
    );
    count.unknown = 0;
    const granted = Math.min(this.#block, this.#perMinute - (total - this.#block));
    if (granted > 0) count.granted += granted;
    else count.refused = true;
  }
}

function tooManyRequests(retryAfterSeconds: number): AppError {
  const message = `Too many tries. Please wait ${counted(retryAfterSeconds, 'second')} and try again.`;
  return new AppError('too_many_requests', message, { retryAfterSeconds });
}
