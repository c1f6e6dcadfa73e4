import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupUnusable, readFrames, writeFrames } from './backup-frames.ts';

/** What a backup says at its beginning. */
export interface BackupHeader {
  version: string;
  startedTimestamp: string;
  migrations: { name: string; checksum: string }[];
  tables: TableColumns[];
  /** Of tables that are divided by month. */
  partitions: { parent: string; name: string; bound: string }[];
  /** False for a database alone, as before a migration. */
  hasFiles: boolean;
}

export interface TableColumns {
  schema: string;
  name: string;
  columns: string[];
}

/** What a backup says at its end, to compare with. */
export interface BackupManifest {
  tables: { schema: string; name: string; rows: number; hash: string }[];
  sequences: { schema: string; name: string; value: string; isCalled: boolean }[];
  /** `hash` is of the keys and digests of all files. `missing` were lost before the backup. */
  files: { count: number; bytes: number; hash: string; missing: string[] };
  /** The keys that Kinbridge keeps in the data folder; only in an encrypted backup. */
  keys: Record<string, string>;
}

/** The inner form: records in order. `rows` follow their `table`, `bytes` their `file`, and `digest` ends a file. */
export type BackupRecord =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; schema: string; name: string }
  | { kind: 'file'; key: string }
  | { kind: 'digest'; sha256: string; size: number }
  | { kind: 'manifest'; manifest: BackupManifest }
  | { kind: 'data'; bytes: Buffer };

/** Begins a record of bytes; any other begins a record of JSON. */
const bytesMark = 0;
const jsonMark = 1;

/** A backup as it is stored: records, compressed, in frames. */
export function packBackup(
  records: AsyncIterable<BackupRecord>,
  backupKey: string | undefined,
): AsyncGenerator<Buffer> {
  return writeFrames(through(encodeRecords(records), createGzip({ level: 4 })), backupKey);
}

/** The records of a stored backup; throws BackupUnusable if it isn't as written. */
export async function* unpackBackup(
  stored: AsyncIterable<Buffer>,
  backupKey: string | undefined,
): AsyncGenerator<BackupRecord> {
  let isComplete = false;
  for await (const record of decodeRecords(through(readFrames(stored, backupKey), createGunzip()))) {
    yield record;
    isComplete = record.kind === 'manifest';
  }
  if (!isComplete) throw new BackupUnusable('This backup has no manifest at its end. Use another one.');
}

async function* through(
  bytes: AsyncIterable<Buffer>,
  stream: ReturnType<typeof createGzip> | ReturnType<typeof createGunzip>,
): AsyncGenerator<Buffer> {
  // An error of the source destroys the stream with it, so reading throws it.
  const fed = pipeline(Readable.from(bytes, { objectMode: true, highWaterMark: 4 }), stream).catch(() => undefined);
  yield* stream;
  await fed;
}

async function* encodeRecords(records: AsyncIterable<BackupRecord>): AsyncGenerator<Buffer> {
  for await (const record of records) {
    const isData = record.kind === 'data';
    const payload = isData ? record.bytes : Buffer.from(JSON.stringify(record));
    const head = Buffer.alloc(5);
    head.writeUInt8(isData ? bytesMark : jsonMark);
    head.writeUInt32BE(payload.length, 1);
    yield Buffer.concat([head, payload]);
  }
}

async function* decodeRecords(bytes: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  let parts: Buffer[] = [];
  let have = 0;
  let need = 5;
  for await (const chunk of bytes) {
    parts.push(chunk);
    have += chunk.length;
    if (have < need) continue;
    let rest = Buffer.concat(parts);
    for (;;) {
      need = 5;
      if (rest.length < need) break;
      need += rest.readUInt32BE(1);
      if (rest.length < need) break;
      const payload = rest.subarray(5, need);
      yield rest[0] === bytesMark ? { kind: 'data', bytes: payload } : JSON.parse(payload.toString('utf8'));
      rest = rest.subarray(need);
    }
    parts = [rest];
    have = rest.length;
  }
}

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

/** A hash of rows that doesn't depend on their order: the sum of 128 bits of each row's SHA-256. */
export class RowHash {
  #rows = 0;
  #low = 0n;
  #high = 0n;

  add(row: Buffer): void {
    const digest = createHash('sha256').update(row).digest();
    this.#low = BigInt.asUintN(64, this.#low + digest.readBigUInt64BE(0));
    this.#high = BigInt.asUintN(64, this.#high + digest.readBigUInt64BE(8));
    this.#rows++;
  }

  result(): { rows: number; hash: string } {
    const hash = [this.#low, this.#high].map((part) => part.toString(16).padStart(16, '0')).join('');
    return { rows: this.#rows, hash };
  }
}
