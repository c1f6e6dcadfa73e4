import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** The part of pg's connection that rows are copied through. */
interface Wire {
  stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** More than this waits in the server, not in memory. */
const waitingLimit = 1_000_000;

/** The rows of a `COPY … TO STDOUT`, in groups, each row as the line that the database sent. */
export async function* copyOut(client: pg.ClientBase, text: string): AsyncGenerator<Buffer[]> {
  const copy = new CopyOut(text);
  client.query(copy);
  try {
    for (let rows = await copy.next(); rows.length > 0; rows = await copy.next()) yield rows;
  } finally {
    copy.letGo();
  }
}

class CopyOut {
  #rows: Buffer[] = [];
  #waiting = 0;
  #wire: Wire | undefined;
  #isOver = false;
  #problem: unknown;
  #wake: () => void = () => undefined;

  constructor(private readonly text: string) {}

  /** The rows that arrived since; none at the end. */
  async next(): Promise<Buffer[]> {
    while (this.#rows.length === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#problem !== undefined) throw this.#problem;
    const rows = this.#rows;
    this.#rows = [];
    this.#waiting = 0;
    this.#wire?.stream.resume();
    return rows;
  }

  /** The rest is read and dropped, so the connection can be used again. */
  letGo(): void {
    this.#waiting = Number.NEGATIVE_INFINITY;
    this.#wire?.stream.resume();
  }

  submit(connection: pg.Connection): void {
    this.#wire = connection as unknown as Wire;
    this.#wire.query(this.text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#waiting === Number.NEGATIVE_INFINITY) return;
    // pg uses its buffer again.
    this.#rows.push(Buffer.from(chunk));
    this.#waiting += chunk.length;
    if (this.#waiting > waitingLimit) this.#wire?.stream.pause();
    this.#wake();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#end();
  }

  handleError(error: unknown): void {
    this.#problem = error;
    this.#end();
  }

  #end(): void {
    this.#isOver = true;
    this.#wake();
  }
}

/** Sends a `COPY … FROM STDIN` with these bytes. */
export async function copyIn(client: pg.ClientBase, text: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const copy = new CopyIn(text, bytes);
  client.query(copy);
  await copy.done;
}

class CopyIn {
  readonly done: Promise<void>;
  #resolve!: () => void;
  #reject!: (error: unknown) => void;
  readonly #failed = new AbortController();

  constructor(
    private readonly text: string,
    private readonly bytes: AsyncIterable<Buffer>,
  ) {
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: pg.Connection): void {
    (connection as unknown as Wire).query(this.text);
  }

  handleCopyInResponse(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    this.#send(wire).catch((error) => {
      // Before the database's own error, which only says that we gave up.
      this.#reject(error);
      wire.sendCopyFail('the source failed');
    });
  }

  async #send(wire: Wire): Promise<void> {
    for await (const chunk of this.bytes) {
      if (this.#failed.signal.aborted) return;
      wire.sendCopyFromChunk(chunk);
      if (wire.stream.writableNeedDrain) {
        await once(wire.stream, 'drain', { signal: this.#failed.signal }).catch(() => undefined);
      }
    }
    wire.endCopyFrom();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#resolve();
  }

  handleError(error: unknown): void {
    this.#reject(error);
    this.#failed.abort();
  }
}
