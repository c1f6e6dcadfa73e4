import {
  checkFileKey,
  FileMissing,
  FileStoreUnavailable,
  isFileKey,
  type KeptFile,
  type StreamingFileStore,
} from './file-store.ts';
import { type LoadedS3, loadS3, type S3Settings } from './s3-client.ts';
import { getInParts, putInParts } from './s3-parts.ts';

/** A bucket takes at most 10,000 parts, so this allows files of 80 GB. */
const partBytes = 8 * 1024 * 1024;

/** Stores files in a bucket. Objects are written atomically, so there are no partial ones to clean up. */
export class S3FileStore implements StreamingFileStore {
  readonly #partBytes: number;
  #loaded: Promise<LoadedS3> | undefined;

  constructor(
    private readonly settings: S3Settings,
    partSize = partBytes,
  ) {
    this.#partBytes = partSize;
  }

  async write(key: string, bytes: Buffer): Promise<void> {
    const place = this.#place(key);
    await this.#send(({ client, sdk }, limit) =>
      client.send(new sdk.PutObjectCommand({ ...place, Body: bytes, ContentType: 'application/octet-stream' }), limit),
    );
  }

  async read(key: string): Promise<Buffer> {
    const place = this.#place(key);
    return this.#send(async ({ client, sdk }, limit) => {
      const { Body, ContentLength } = await client.send(new sdk.GetObjectCommand(place), limit);
      const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
      // A connection that ends early must not look like a shorter file.
      if (ContentLength !== undefined && bytes.length !== ContentLength) throw new Error('cut off');
      return bytes;
    });
  }

  async writePieces(key: string, pieces: AsyncIterable<Buffer>): Promise<void> {
    await putInParts((work) => this.#send(work), this.#place(key), { pieces, partBytes: this.#partBytes });
  }

  readPieces(key: string): AsyncIterable<Buffer> {
    return getInParts((work) => this.#send(work), this.#place(key), this.#partBytes);
  }

  async has(key: string): Promise<boolean> {
    const place = this.#place(key);
    try {
      await this.#send(({ client, sdk }, limit) => client.send(new sdk.HeadObjectCommand(place), limit));
      return true;
    } catch (error) {
      if (error instanceof FileMissing) return false;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    const place = this.#place(key);
    await this.#send(({ client, sdk }, limit) => client.send(new sdk.DeleteObjectCommand(place), limit));
  }

  async *list(): AsyncIterable<KeptFile> {
    const { bucket, prefix } = this.settings;
    let from: string | undefined;
    do {
      const page = await this.#send(({ client, sdk }, limit) =>
        client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: from }), limit),
      );
      for (const { Key = '', LastModified } of page.Contents ?? []) {
        const key = Key.slice(prefix.length);
        if (isFileKey(key) && LastModified) yield { key, modified: LastModified };
      }
      from = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (from !== undefined);
  }

  async leftovers(): Promise<number> {
    return 0;
  }

  async freeBytes(): Promise<null> {
    return null;
  }

  async close(): Promise<void> {
    (await this.#loaded?.catch(() => undefined))?.client.destroy();
  }

  #place(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.settings.bucket, Key: `${this.settings.prefix}${checkFileKey(key)}` };
  }

  /** One time limit covers all attempts of a call, so callers never wait long. */
  async #send<T>(work: (loaded: LoadedS3, limit: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    this.#loaded ??= loadS3(this.settings);
    try {
      return await work(await this.#loaded, { abortSignal: AbortSignal.timeout(this.settings.timeoutMs ?? 30_000) });
    } catch (error) {
      throw meaningOf(error);
    }
  }
}

/** Maps errors to what callers can act on: missing, full, or unavailable. */
function meaningOf(error: unknown): Error {
  const { name = '', $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  if (name === 'NoSuchKey' || name === 'NotFound' || (status === 404 && name !== 'NoSuchBucket')) {
    return new FileMissing('no such object');
  }
  if (status === 507 || /StorageFull|QuotaExceeded/.test(name)) {
    return Object.assign(new Error('the bucket is full'), { code: 'ENOSPC' });
  }
  return new FileStoreUnavailable(`the file store did not do it (${status ?? name})`);
}
