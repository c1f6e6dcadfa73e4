/** The caller has waited long enough: what was done so far is undone. */
export class OutOfTime extends Error {}

/** Until when an upload must be answered, since proxies in front give up after a minute or less. */
export class AnswerLimit {
  readonly #end: number;

  constructor(seconds: number) {
    this.#end = performance.now() + seconds * 1000;
  }

  get msLeft(): number {
    return Math.max(0, this.#end - performance.now());
  }

  check(): void {
    if (this.msLeft === 0) throw new OutOfTime();
  }

  /** Whether an error means that the limit is over. The database's clock may be a moment ahead. */
  explains(error: unknown): boolean {
    return error instanceof OutOfTime || ((error as { code?: unknown }).code === '57014' && this.msLeft < 10);
  }
}

/** For work that nobody waits for. */
export const noLimit = new AnswerLimit(Number.POSITIVE_INFINITY);
