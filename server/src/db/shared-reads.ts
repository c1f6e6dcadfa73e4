import { Batcher } from './batcher.ts';
import type { Query } from './query.ts';

type Outcome<Answer> = { answer: Answer } | { error: unknown };

/**
 * Answers concurrent reads that ask for the same with one statement: after a change, all open boards of an organization
 * ask for the same page at the same moment.
 */
export class SharedReads<Answer> {
  readonly #send: (query: Query) => Promise<Answer>;
  /** Of each text with its values, while reads wait for them. */
  readonly #batchers = new Map<string, Batcher<null, Outcome<Answer>>>();

  constructor(send: (query: Query) => Promise<Answer>) {
    this.#send = send;
  }

  async ask(query: Query): Promise<Answer> {
    const key = `${JSON.stringify(query.values)} ${query.text}`;
    let batcher = this.#batchers.get(key);
    if (!batcher) {
      batcher = new Batcher(
        (asked) => this.#answerAll(query, asked),
        Number.POSITIVE_INFINITY,
        () => this.#batchers.delete(key),
      );
      this.#batchers.set(key, batcher);
    }
    const outcome = await batcher.add(null);
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  }

  /** Never rejects: what failed for one would fail for each of them again. */
  async #answerAll(query: Query, asked: null[]): Promise<Outcome<Answer>[]> {
    const outcome = await this.#send(query).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    return asked.map(() => outcome);
  }
}
