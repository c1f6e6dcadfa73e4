import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { AppError } from '../app-error.ts';
import { addCalls } from '../db/address-counts.commands.ts';
import type { Database } from '../db/database.ts';

interface Count {
  /** Calls that were let through in this minute, and how many the database has granted. */
  used: number;
  granted: number;
  refused: boolean;
  reserving: Promise<void> | null;
}

/**
 * Calls per address and minute, of all processes together: generous, against floods rather than against guessing. Each
 * process reserves a few calls at a time in the database, and refuses from memory once there are no more.
 */
export class AddressLimit {
  readonly #perMinute: number;
  readonly #db: Database;
  readonly #block: number;
  #minute = 0;
  #counts = new Map<string, Count>();

  constructor(perMinute: number, db: Database) {
    this.#perMinute = perMinute;
    this.#db = db;
    this.#block = Math.max(1, Math.floor(perMinute / 100));
  }

  /** The address is unknown once its caller has reset the connection; such calls count together. */
  async count(address: string | undefined, now = Date.now()): Promise<void> {
    const minute = Math.floor(now / 60_000);
    if (minute > this.#minute) {
      this.#minute = minute;
      this.#counts.clear();
    }
    const network = networkOf(address ?? 'unknown');
    const count = this.#counts.get(network) ?? { used: 0, granted: 0, refused: false, reserving: null };
    this.#counts.set(network, count);
    while (count.used >= count.granted) {
      if (count.refused) throw tooManyRequests(60 - Math.floor((now % 60_000) / 1000));
      count.reserving ??= this.#reserve(network, minute, count).finally(() => {
        count.reserving = null;
      });
      await count.reserving;
    }
    count.used++;
  }

  async #reserve(network: string, minute: number, count: Count): Promise<void> {
    const hash = createHash('sha256').update(network).digest();
    // Without the database each process counts for itself.
    const total = await addCalls(this.#db, hash, minute, this.#block).catch(() => count.granted + this.#block);
    const granted = Math.min(this.#block, this.#perMinute - (total - this.#block));
    if (granted > 0) count.granted += granted;
    else count.refused = true;
  }
}

/** An IPv6 caller chooses among the addresses of a /64, so these count as one. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  // As a URL writes it: hexadecimal, lower case, at most one gap.
  const [left = '', right] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const tail = groups(right ?? '');
  const head = groups(left);
  const all = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  const mapped = all.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (!mapped) return `${all.slice(0, 4).join(':')}::/64`;
  const bytes = all.slice(6).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes.join('.');
}

export function tooManyRequests(retryAfterSeconds: number): AppError {
  return new AppError('too_many_requests', `Too many tries. Please wait ${retryAfterSeconds} seconds and try again.`, {
    retryAfterSeconds,
  });
}
