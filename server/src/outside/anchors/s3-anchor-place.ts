import { createHash } from 'node:crypto';
import { loadS3, type S3Settings } from '../files/s3-client.ts';
import type { Anchor, AnchorPlace, KeptAnchors } from './anchor-place.ts';

export interface S3AnchorSettings extends S3Settings {
  /** How long an anchor can't be removed or replaced. */
  retainDays: number;
}

const dayMs = 86_400_000;

/**
 * A bucket with object lock: every anchor is an object that stays locked until its retention ends. The object name
 * contains the whole anchor, so listing is enough to read them.
 */
export class S3AnchorPlace implements AnchorPlace {
  readonly name: string;
  #loaded: ReturnType<typeof loadS3> | undefined;

  constructor(private readonly settings: S3AnchorSettings) {
    this.name = `s3://${settings.bucket}/${settings.prefix}`;
  }

  async write(anchor: Anchor): Promise<void> {
    const { bucket, prefix, retainDays } = this.settings;
    const { client, sdk } = await this.#load();
    const body = Buffer.from(JSON.stringify(anchor));
    const moment = Date.parse(anchor.time);
    const key = `${String(anchor.position).padStart(12, '0')}-${anchor.hash}-${moment}.json`;
    const put = new sdk.PutObjectCommand({
      Bucket: bucket,
      Key: `${prefix}${key}`,
      Body: body,
      ContentType: 'application/json',
      // Object lock requires a checksum.
      ContentMD5: createHash('md5').update(body).digest('base64'),
      ObjectLockMode: 'COMPLIANCE',
      ObjectLockRetainUntilDate: new Date(moment + retainDays * dayMs),
    });
    await client.send(put, { abortSignal: AbortSignal.timeout(this.settings.timeoutMs ?? 15_000) });
  }

  async read(): Promise<KeptAnchors> {
    const { bucket, prefix } = this.settings;
    const { client, sdk } = await this.#load();
    const kept: KeptAnchors = { anchors: [], unreadable: 0 };
    let from: string | undefined;
    do {
      const list = new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: from });
      const page = await client.send(list, { abortSignal: AbortSignal.timeout(30_000) });
      for (const { Key = '' } of page.Contents ?? []) {
        const match = /^(\d{12,15})-([0-9a-f]{64})-(\d{1,15})\.json$/.exec(Key.slice(prefix.length));
        if (!match) kept.unreadable++;
        else {
          const [, position = '', hash = '', moment = ''] = match;
          kept.anchors.push({ position: Number(position), hash, time: new Date(Number(moment)).toISOString() });
        }
      }
      from = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (from !== undefined);
    return kept;
  }

  async close(): Promise<void> {
    (await this.#loaded?.catch(() => undefined))?.client.destroy();
  }

  #load(): ReturnType<typeof loadS3> {
    this.#loaded ??= loadS3(this.settings);
    return this.#loaded;
  }
}
