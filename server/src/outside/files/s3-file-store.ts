import {
  checkFileKey,
  FileMissing,
  FileStoreUnavailable,
  isFileKey,
  type KeptFile,
  type StreamingFileStore,
} from './file-store.ts';
import { S3Bucket, type S3Request, type S3Settings } from './s3-bucket.ts';
import { getInParts, putInParts } from './s3-parts.ts';

/** A bucket takes at most 10,000 parts, so this allows files of 80 GB. */
const partBytes = 8 * 1024 * 1024;

/** Stores files in a bucket. Objects are written atomically, so there are no partial ones to clean up. */
export class S3FileStore extends S3Bucket implements StreamingFileStore {
  constructor(
    settings: S3Settings,
    private readonly partSize = partBytes,
  ) {
    super(settings, settings.timeoutMs ?? 30_000);
  }

  async write(key: string, bytes: Buffer): Promise<void> {
    const place = this.place(key);
    await this.send(({ client, sdk }, limit) =>
      client.send(new sdk.PutObjectCommand({ ...place, Body: bytes, ContentType: 'application/octet-stream' }), limit),
    );
  }

  async read(key: string): Promise<Buffer> {
    const place = this.place(key);
    return this.send(async ({ client, sdk }, limit) => {
      const { Body, ContentLength } = await client.send(new sdk.GetObjectCommand(place), limit);
      const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
      // A connection that ends early must not look like a shorter file.
      if (ContentLength !== undefined && bytes.length !== ContentLength) throw new Error('cut off');
      return bytes;
    });
  }

  async writePieces(key: string, pieces: AsyncIterable<Buffer>): Promise<void> {
    await putInParts(this, key, { pieces, partBytes: this.partSize });
  }

  readPieces(key: string): AsyncIterable<Buffer> {
    return getInParts(this, key, this.partSize);
  }

  async has(key: string): Promise<boolean> {
    const place = this.place(key);
    try {
      await this.send(({ client, sdk }, limit) => client.send(new sdk.HeadObjectCommand(place), limit));
      return true;
    } catch (error) {
      if (error instanceof FileMissing) return false;
      throw error;
    }
  }

  async *list(): AsyncIterable<KeptFile> {
    for await (const { name, modified } of this.objects()) {
      if (isFileKey(name) && modified) yield { key: name, modified };
    }
  }

  async leftovers(): Promise<number> {
    return 0;
  }

  async freeBytes(): Promise<null> {
    return null;
  }

  override place(key: string) {
    return super.place(checkFileKey(key));
  }

  override async send<T>(request: S3Request<T>): Promise<T> {
    try {
      return await super.send(request);
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
