import { Database, type Executor } from './database.ts';
import { isConnectionLost } from './lost-connection.ts';

/**
 * Answers concurrent calls with one statement: starting a statement often costs the database more than finding one more
 * row with it. `answerAll` returns one answer per key, in the same order. In a transaction, a call is answered alone.
 */
export function batched<Key, Answer>(
  answerAll: (db: Executor, keys: Key[]) => Promise<Answer[]>,
  maxKeys = 200,
): (db: Executor, key: Key) => Promise<Answer> {
  const batchers = new WeakMap<Database, Batcher<Key, Answer>>();
  return (db, key) => {
    if (!(db instanceof Database)) return answerAll(db, [key]).then(([answer]) => answer as Answer);
    let batcher = batchers.get(db);
    if (!batcher) {
      batcher = new Batcher((keys) => answerAll(db, keys), maxKeys);
      batchers.set(db, batcher);
    }
    return batcher.add(key);
  };
}

interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** With two, we can prepare one while the database runs the other. */
const maxStatements = 2;

/** Items don't wait any longer for a slow statement. */
const slowMs = 50;

/**
 * Combines items that arrive in the same turn, or while two statements are running, into one statement. An item's
 * answer always comes from a statement that started after the item arrived, so it is never stale.
 */
export class Batcher<Item, Answer> {
  #waiting: Waiting<Item, Answer>[] = [];
  #statements = 0;
  #isPlanned = false;

  /** `send` returns one answer per item, in the same order. More than `max` items would delay those after them. */
  constructor(
    private readonly send: (items: Item[]) => Promise<Answer[]>,
    private readonly max: number,
  ) {}

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
    const batch = this.#waiting.splice(0, this.max);
    this.#plan();
    let isCounted = true;
    const uncount = () => {
      if (!isCounted) return;
      isCounted = false;
      this.#statements--;
      this.#plan();
    };
    const timer = setTimeout(uncount, slowMs);
    await this.#sendBatch(batch);
    clearTimeout(timer);
    uncount();
  }

  async #sendBatch(batch: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.send(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      // One bad or slow item must not fail the others.
      if (batch.length > 1 && wasUndone(error)) await Promise.all(batch.map((alone) => this.#sendBatch([alone])));
      else for (const { reject } of batch) reject(error);
    }
  }
}

/** Whether the database reported the error. Resending after a lost connection could repeat a write. */
function wasUndone(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !isConnectionLost(error);
}
