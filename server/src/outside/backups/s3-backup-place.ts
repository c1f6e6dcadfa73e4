import { type LoadedS3, loadS3, type S3Settings } from '../files/s3-client.ts';
import { getInParts, putInParts } from '../files/s3-parts.ts';
import { type BackupPlace, isBackupName, type KeptBackup } from './backup-place.ts';

/** A bucket takes at most 10,000 parts, so this allows 320 GB. */
const partBytes = 32 * 1024 * 1024;
const partTimeoutMs = 10 * 60_000;

/** Stores backups in a bucket, in parts, because their size isn't known before their end. */
export class S3BackupPlace implements BackupPlace {
  readonly description: string;
  readonly #partBytes: number;
  #loaded: Promise<LoadedS3> | undefined;

  constructor(
    private readonly settings: S3Settings,
    partSize = partBytes,
  ) {
    this.description = `s3://${settings.bucket}/${settings.prefix}`.replace(/\/$/, '');
    this.#partBytes = partSize;
  }

  write(name: string, bytes: AsyncIterable<Buffer>): Promise<number> {
    return putInParts((work) => this.#send(work), this.#place(name), { pieces: bytes, partBytes: this.#partBytes });
  }

  read(name: string): AsyncIterable<Buffer> {
    return getInParts((work) => this.#send(work), this.#place(name), this.#partBytes);
  }

  async list(): Promise<KeptBackup[]> {
    const { bucket, prefix } = this.settings;
    const kept: KeptBackup[] = [];
    let from: string | undefined;
    do {
      const wanted = { Bucket: bucket, Prefix: prefix, ContinuationToken: from };
      const page = await this.#send(({ client, sdk }, limit) =>
        client.send(new sdk.ListObjectsV2Command(wanted), limit),
      );
      for (const { Key = '', Size = 0 } of page.Contents ?? []) {
        const name = Key.slice(prefix.length);
        if (isBackupName(name)) kept.push({ name, bytes: Size });
      }
      from = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (from !== undefined);
    return kept.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async remove(name: string): Promise<void> {
    await this.#send(({ client, sdk }, limit) => client.send(new sdk.DeleteObjectCommand(this.#place(name)), limit));
  }

  async close(): Promise<void> {
    (await this.#loaded?.catch(() => undefined))?.client.destroy();
  }

  #place(name: string) {
    return { Bucket: this.settings.bucket, Key: `${this.settings.prefix}${name}` };
  }

  async #send<T>(work: (loaded: LoadedS3, limit: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    this.#loaded ??= loadS3(this.settings);
    return work(await this.#loaded, { abortSignal: AbortSignal.timeout(partTimeoutMs) });
  }
}
