import { setTimeout as delay } from 'node:timers/promises';

const freshMs = 5_000;
const patienceMs = 2_000;

/** Figures that are read at most every five seconds, and never twice at the same time. Null if they can't be read. */
export class CachedFigures<T> {
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
