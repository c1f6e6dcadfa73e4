interface Waiting<Read, Answer> {
  read: Read;
  resolve(answer: Answer | Promise<Answer>): void;
  reject(error: unknown): void;
}

/** Small, so a call doesn't wait long for its neighbors and several groups can be in flight. */
const maxReads = 4;

/**
 * Sends reads of the same turn in groups, each in one write. Under load, most of a short read's time is spent waking
 * the process at the other end of the socket.
 */
export class ShortReads<Read, Answer> {
  readonly #send: (reads: Read[]) => Promise<Promise<Answer>[]>;
  #waiting: Waiting<Read, Answer>[] = [];

  /** `send` returns one promise per read, in the same order. */
  constructor(send: (reads: Read[]) => Promise<Promise<Answer>[]>) {
    this.#send = send;
  }

  add(read: Read): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ read, resolve, reject }) === 1) setImmediate(() => this.#sendAll());
    });
  }

  #sendAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let start = 0; start < waiting.length; start += maxReads) {
      void this.#sendGroup(waiting.slice(start, start + maxReads));
    }
  }

  async #sendGroup(group: Waiting<Read, Answer>[]): Promise<void> {
    try {
      const answers = await this.#send(group.map(({ read }) => read));
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Promise<Answer>);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
