import { AppError } from './app-error.ts';

/** Runs one task after another, so that many in parallel don't fill memory or starve other calls. */
export class Turns {
  readonly #capacity: number;
  readonly #full: string;
  readonly #retryAfterSeconds: number;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** `capacity` limits the total size of the tasks that run or wait; `full` tells the others to try again. */
  constructor(capacity: number, full: string, retryAfterSeconds: number) {
    this.#capacity = capacity;
    this.#full = full;
    this.#retryAfterSeconds = retryAfterSeconds;
  }

  refuseIfFull(size = 1): void {
    if (this.#waiting + size <= this.#capacity) return;
    throw new AppError('too_many_requests', this.#full, { retryAfterSeconds: this.#retryAfterSeconds });
  }

  async run<T>(work: () => Promise<T>, size = 1): Promise<T> {
    this.refuseIfFull(size);
    this.#waiting += size;
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      this.#waiting -= size;
    }
  }
}
