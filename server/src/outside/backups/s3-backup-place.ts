import { S3Bucket, type S3Settings } from '../files/s3-bucket.ts';
import { getInParts, putInParts } from '../files/s3-parts.ts';
import { type BackupPlace, isBackupName, type KeptBackup } from './backup-place.ts';

/** A bucket takes at most 10,000 parts, so this allows 320 GB. */
const partBytes = 32 * 1024 * 1024;
const partTimeoutMs = 10 * 60_000;

/** Stores backups in a bucket, in parts, because their size isn't known before their end. */
export class S3BackupPlace extends S3Bucket implements BackupPlace {
  readonly description: string;

  constructor(
    settings: S3Settings,
    private readonly partSize = partBytes,
  ) {
    super(settings, partTimeoutMs);
    this.description = `s3://${settings.bucket}/${settings.prefix}`.replace(/\/$/, '');
  }

  write(name: string, bytes: AsyncIterable<Buffer>): Promise<number> {
    return putInParts(this, name, { pieces: bytes, partBytes: this.partSize });
  }

  read(name: string): AsyncIterable<Buffer> {
    return getInParts(this, name, this.partSize);
  }

  async list(): Promise<KeptBackup[]> {
    const kept: KeptBackup[] = [];
    for await (const { name, bytes } of this.objects()) if (isBackupName(name)) kept.push({ name, bytes });
    return kept.sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
