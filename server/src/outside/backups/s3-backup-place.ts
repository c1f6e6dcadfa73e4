import { loadS3, type S3Settings } from '../files/s3-file-store.ts';
import { type BackupPlace, isBackupName, type KeptBackup } from './backup-place.ts';

/** A bucket takes at most 10,000 parts, so this allows 320 GB. */
const partBytes = 32 * 1024 * 1024;
const partTimeoutMs = 10 * 60_000;

type Loaded = Awaited<ReturnType<typeof loadS3>>;

/** Stores backups in a bucket, in parts, because their size isn't known before their end. */
export class S3BackupPlace implements BackupPlace {
  readonly description: string;
  readonly #settings: S3Settings;
  readonly #partBytes: number;
  #loaded: Promise<Loaded> | undefined;

  constructor(settings: S3Settings, partSize = partBytes) {
    this.description = `s3://${settings.bucket}/${settings.prefix}`.replace(/\/$/, '');
    this.#settings = settings;
    this.#partBytes = partSize;
  }

  /** An object appears only when its last part was stored. */
  async write(name: string, bytes: AsyncIterable<Buffer>): Promise<number> {
    const { client, sdk } = await this.#load();
    const place = this.#place(name);
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(place), this.#limit());
    const upload = { ...place, UploadId };
    const parts: { ETag: string | undefined; PartNumber: number }[] = [];
    let size = 0;
    try {
      for await (const part of inParts(bytes, this.#partBytes)) {
        const PartNumber = parts.length + 1;
        const put = new sdk.UploadPartCommand({ ...upload, PartNumber, Body: part });
        const { ETag } = await client.send(put, this.#limit());
        parts.push({ ETag, PartNumber });
        size += part.length;
      }
      const whole = new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } });
      await client.send(whole, this.#limit());
      return size;
    } catch (error) {
      await client.send(new sdk.AbortMultipartUploadCommand(upload), this.#limit()).catch(() => undefined);
      throw error;
    }
  }

  async *read(name: string): AsyncGenerator<Buffer> {
    const { client, sdk } = await this.#load();
    const { Body } = await client.send(new sdk.GetObjectCommand(this.#place(name)));
    for await (const chunk of (Body ?? []) as AsyncIterable<Uint8Array>) yield Buffer.from(chunk);
  }

  async list(): Promise<KeptBackup[]> {
    const { client, sdk } = await this.#load();
    const { bucket, prefix } = this.#settings;
    const kept: KeptBackup[] = [];
    let from: string | undefined;
    do {
      const list = new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: from });
      const page = await client.send(list, this.#limit());
      for (const { Key = '', Size = 0 } of page.Contents ?? []) {
        const name = Key.slice(prefix.length);
        if (isBackupName(name)) kept.push({ name, bytes: Size });
      }
      from = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (from !== undefined);
    return kept.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async remove(name: string): Promise<void> {
    const { client, sdk } = await this.#load();
    await client.send(new sdk.DeleteObjectCommand(this.#place(name)), this.#limit());
  }

  async close(): Promise<void> {
    (await this.#loaded?.catch(() => undefined))?.client.destroy();
  }

  #place(name: string) {
    return { Bucket: this.#settings.bucket, Key: `${this.#settings.prefix}${name}` };
  }

  #limit() {
    return { abortSignal: AbortSignal.timeout(partTimeoutMs) };
  }

  #load(): Promise<Loaded> {
    this.#loaded ??= loadS3(this.#settings);
    return this.#loaded;
  }
}

/** Pieces of the same size, and a last one; an empty stream is one empty piece. */
async function* inParts(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < size) continue;
    const all = Buffer.concat(waiting);
    yield all.subarray(0, size);
    waiting = [all.subarray(size)];
    length = all.length - size;
  }
  yield Buffer.concat(waiting);
}
