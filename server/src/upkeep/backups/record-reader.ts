import type { BackupRecord } from './backup-records.ts';

/** Reads records in order; the bytes after a record are read on their own. */
export class RecordReader {
  readonly #records: AsyncIterator<BackupRecord>;
  #ahead: BackupRecord | undefined;

  constructor(records: AsyncIterable<BackupRecord>) {
    this.#records = records[Symbol.asyncIterator]();
  }

  /** The next record that isn't bytes; null at the end. */
  async next(): Promise<Exclude<BackupRecord, { kind: 'data' }> | null> {
    for (;;) {
      const record = await this.#take();
      if (record?.kind !== 'data') return record;
    }
  }

  /** The bytes up to the next other record. */
  async *bytes(): AsyncGenerator<Buffer> {
    for (;;) {
      const record = await this.#take();
      if (record?.kind === 'data') yield record.bytes;
      else {
        this.#ahead = record ?? undefined;
        return;
      }
    }
  }

  /** Lets go of the source, also in the middle. */
  async close(): Promise<void> {
    await this.#records.return?.();
  }

  async #take(): Promise<BackupRecord | null> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead) return ahead;
    const { value, done } = await this.#records.next();
    return done ? null : value;
  }
}
