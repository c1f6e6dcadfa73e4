interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** With two, we can prepare one while the database runs the other. */
const maxStatements = 2;

/**
 * Combines items that arrive in the same turn, or while two statements are running, into one statement. An item's
 * answer always comes from a statement that started after the item arrived, so it is never stale.
 */
export class Batcher<Item, Answer> {
  readonly #send: (items: Item[]) => Promise<Answer[]>;
  readonly #max: number;
  #waiting: Waiting<Item, Answer>[] = [];
  #statements = 0;
  #isPlanned = false;

  /** `send` returns one answer per item, in the same order. More than `max` items would delay those after them. */
  constructor(send: (items: Item[]) => Promise<Answer[]>, max: number) {
    this.#send = send;
    this.#max = max;
  }

  add(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#plan();
    });
  }

  #plan(): void {
    if (this.#isPlanned || this.#statements === maxStatements || this.#waiting.length === 0) return;
    this.#isPlanned = true;
    setImmediate(() => this.#sendAll());
  }

  async #sendAll(): Promise<void> {
    this.#isPlanned = false;
    this.#statements++;
    const batch = this.#waiting.splice(0, this.#max);
    this.#plan();
    await this.#sendBatch(batch);
    this.#statements--;
    this.#plan();
  }

  async #sendBatch(batch: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.#send(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      // One bad item must not fail the others.
      if (batch.length > 1 && isAboutValues(error)) for (const alone of batch) await this.#sendBatch([alone]);
      else for (const { reject } of batch) reject(error);
    }
  }
}

/**
 * True for a bad value or constraint. Resending after other errors, such as a lost connection, could repeat a write.
 */
function isAboutValues(error: unknown): boolean {
  return /^2[23]...$/.test((error as { code?: string } | undefined)?.code ?? '');
}
