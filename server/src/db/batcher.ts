interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** More in one statement would hold up those that come later. */
const maxItems = 200;

/** While one is under way another can be written, so neither the database nor we wait for the other. */
const maxStatements = 2;

/**
 * Sends what arrives in the same turn, or while two statements are under way, as one statement. An answer always comes
 * from a statement that started after its item arrived, so it is never older than the call that waits for it.
 */
export class Batcher<Item, Answer> {
  readonly #send: (items: Item[]) => Promise<Answer[]>;
  #waiting: Waiting<Item, Answer>[] = [];
  #statements = 0;
  #isPlanned = false;

  /** `send` answers with one entry for each item, in the same order. */
  constructor(send: (items: Item[]) => Promise<Answer[]>) {
    this.#send = send;
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
    await this.#sendBatch(this.#waiting.splice(0, maxItems));
    this.#statements--;
    this.#plan();
  }

  async #sendBatch(batch: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.#send(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      // What the database refuses because of one item is refused to that one alone.
      if (batch.length > 1 && isAboutValues(error)) for (const alone of batch) await this.#sendBatch([alone]);
      else for (const { reject } of batch) reject(error);
    }
  }
}

/** A value or a constraint; after anything else, such as a lost connection, sending again could do harm. */
function isAboutValues(error: unknown): boolean {
  return /^2[23]...$/.test((error as { code?: string } | undefined)?.code ?? '');
}
