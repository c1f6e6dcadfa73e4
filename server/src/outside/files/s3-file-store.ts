import type * as S3 from '@aws-sdk/client-s3';
import {
  checkFileKey,
  FileMissing,
  type FileStore,
  FileStoreUnavailable,
  isFileKey,
  type KeptFile,
} from './file-store.ts';

export interface S3Settings {
  bucket: string;
  region: string;
  /** An S3-compatible server; Amazon's by default. */
  endpoint: string | undefined;
  pathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
  /** Prefix of every key, so a bucket can be shared; nothing outside it is listed or removed. */
  prefix: string;
  timeoutMs?: number;
  attempts?: number;
}

interface Loaded {
  sdk: typeof S3;
  client: S3.S3Client;
}

/** Stores files in a bucket. Objects are written atomically, so there are no partial ones to clean up. */
export class S3FileStore implements FileStore {
  readonly #settings: S3Settings;
  #loaded: Promise<Loaded> | undefined;

  constructor(settings: S3Settings) {
    this.#settings = settings;
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
    const { bucket, prefix } = this.#settings;
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
    return { Bucket: this.#settings.bucket, Key: `${this.#settings.prefix}${checkFileKey(key)}` };
  }

  /** One time limit covers all attempts of a call, so callers never wait long. */
  async #send<T>(work: (loaded: Loaded, limit: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    this.#loaded ??= loadS3(this.#settings);
    try {
      return await work(await this.#loaded, { abortSignal: AbortSignal.timeout(this.#settings.timeoutMs ?? 30_000) });
    } catch (error) {
      throw meaningOf(error);
    }
  }
}

/** Loaded on demand: the library takes longer to load than the rest of a local start. */
export async function loadS3(settings: S3Settings): Promise<Loaded> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region: settings.region,
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    forcePathStyle: settings.pathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    maxAttempts: settings.attempts ?? 3,
    // Many S3-compatible servers don't support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 15_000 },
  });
  return { sdk, client };
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
