import { AppError } from './app-error.ts';

/** The task would wait too long, or too many wait. */
export class NoTurn extends AppError {}

/** Runs one task after another, so that many in parallel don't fill memory or starve other calls. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** `capacity` limits the total size of the tasks that run or wait; `full` tells the others to try again. */
  constructor(
    private readonly capacity: number,
    private readonly full: string,
    private readonly retryAfterSeconds: number,
  ) {}

  refuseIfFull(size = 1): void {
    if (this.#waiting + size <= this.capacity) return;
    throw this.#refusal();
  }

  /** Refuses the task if its turn hasn't come within `maxWaitMs`. It then never runs. */
  async run<T>(work: () => Promise<T>, size = 1, maxWaitMs = Number.POSITIVE_INFINITY): Promise<T> {
    this.refuseIfFull(size);
    this.#waiting += size;
    let state: 'waiting' | 'running' | 'refused' = 'waiting';
    const result = this.#last.then(() => {
      if (state === 'refused') throw this.#refusal();
      state = 'running';
      return work();
    });
    // A refused task holds its memory until its turn passes.
    this.#last = result
      .catch(() => undefined)
      .then(() => {
        this.#waiting -= size;
      });
    if (maxWaitMs === Number.POSITIVE_INFINITY) return result;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        if (state === 'running') return;
        state = 'refused';
        reject(this.#refusal());
      }, maxWaitMs);
      result.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  #refusal(): NoTurn {
    return new NoTurn('too_many_requests', this.full, { retryAfterSeconds: this.retryAfterSeconds });
  }
}
