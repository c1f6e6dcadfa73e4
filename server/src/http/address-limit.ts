import { AppError } from '../app-error.ts';

/** Calls per address and minute, in memory: generous, against floods rather than against guessing. */
export class AddressLimit {
  readonly #perMinute: number;
  #minute = 0;
  #counts = new Map<string, number>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  count(address: string, now = Date.now()): void {
    const minute = Math.floor(now / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts.clear();
    }
    const count = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, count);
    if (count > this.#perMinute) throw tooManyRequests(60 - Math.floor((now % 60_000) / 1000));
  }
}

export function tooManyRequests(retryAfterSeconds: number): AppError {
  return new AppError('too_many_requests', `Too many tries. Please wait ${retryAfterSeconds} seconds and try again.`, {
    retryAfterSeconds,
  });
}
