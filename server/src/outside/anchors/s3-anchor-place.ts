import { createHash } from 'node:crypto';
import { S3Bucket, type S3Settings } from '../files/s3-bucket.ts';
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
export class S3AnchorPlace extends S3Bucket implements AnchorPlace {
  readonly name: string;

  constructor(protected override readonly settings: S3AnchorSettings) {
    super(settings, 30_000);
    this.name = `s3://${settings.bucket}/${settings.prefix}`;
  }

  async write(anchor: Anchor): Promise<void> {
    const body = Buffer.from(JSON.stringify(anchor));
    const moment = Date.parse(anchor.time);
    const put = {
      ...this.place(`${String(anchor.position).padStart(12, '0')}-${anchor.hash}-${moment}.json`),
      Body: body,
      ContentType: 'application/json',
      // Object lock requires a checksum.
      ContentMD5: createHash('md5').update(body).digest('base64'),
      ObjectLockMode: 'COMPLIANCE',
      ObjectLockRetainUntilDate: new Date(moment + this.settings.retainDays * dayMs),
    } as const;
    await this.send(({ client, sdk }, limit) => client.send(new sdk.PutObjectCommand(put), limit));
  }

  async read(): Promise<KeptAnchors> {
    const kept: KeptAnchors = { anchors: [], unreadable: 0 };
    for await (const object of this.objects()) {
      const match = /^(\d{12,15})-([0-9a-f]{64})-(\d{1,15})\.json$/.exec(object.name);
      if (!match) kept.unreadable++;
      else {
        const [, position = '', hash = '', moment = ''] = match;
        kept.anchors.push({ position: Number(position), hash, time: new Date(Number(moment)).toISOString() });
      }
    }
    return kept;
  }
}
