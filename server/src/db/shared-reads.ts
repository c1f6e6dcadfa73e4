import { Batcher } from './batcher.ts';
import type { Query } from './query.ts';
import { wireValues } from './query-run.ts';

type Outcome<Answer> = { answer: Answer } | { error: unknown };
type SameRead<Answer> = Batcher<null, Outcome<Answer>>;

/**
 * Answers concurrent reads that ask for the same with one statement: after a change, all open boards of an organization
 * ask for the same page at the same moment.
 */
export class SharedReads<Answer> {
  readonly #send: (query: Query) => Promise<Answer>;
  /** By text and values, until none of them waits or counts as running. Texts are long, but hashed only once. */
  readonly #reads = new Map<string, Map<string, SameRead<Answer>>>();

  constructor(send: (query: Query) => Promise<Answer>) {
    this.#send = send;
  }

  async ask(query: Query): Promise<Answer> {
    const outcome = await this.#readOf(query).add(null);
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  }

  /** How many different texts are being asked. */
  get texts(): number {
    return this.#reads.size;
  }

  #readOf(query: Query): SameRead<Answer> {
    const values = JSON.stringify(wireValues(query.values));
    const ofText = this.#reads.get(query.text) ?? new Map<string, SameRead<Answer>>();
    const known = ofText.get(values);
    if (known) return known;
    const forget = () => {
      ofText.delete(values);
      if (ofText.size === 0) this.#reads.delete(query.text);
    };
    const read = new Batcher((asked: null[]) => this.#answerAll(query, asked), Number.POSITIVE_INFINITY, forget);
    this.#reads.set(query.text, ofText.set(values, read));
    return read;
  }

  /** Never rejects, so that what failed isn't sent again for each of them. */
  async #answerAll(query: Query, asked: null[]): Promise<Outcome<Answer>[]> {
    const outcome = await this.#send(query).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    return asked.map(() => outcome);
  }
}
