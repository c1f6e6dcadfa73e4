import type * as S3 from '@aws-sdk/client-s3';

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

export interface LoadedS3 {
  sdk: typeof S3;
  client: S3.S3Client;
}

/** What a request does, within its time limit. */
export type S3Request<T> = (loaded: LoadedS3, limit: { abortSignal: AbortSignal }) => Promise<T>;

/** The objects of a bucket that begin with the settings' prefix. */
export class S3Bucket {
  #loaded: Promise<LoadedS3> | undefined;

  constructor(
    protected readonly settings: S3Settings,
    private readonly timeoutMs: number,
  ) {}

  /** One time limit covers all attempts of a request, so callers never wait long. */
  async send<T>(request: S3Request<T>): Promise<T> {
    this.#loaded ??= loadS3(this.settings);
    return request(await this.#loaded, { abortSignal: AbortSignal.timeout(this.timeoutMs) });
  }

  place(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.settings.bucket, Key: `${this.settings.prefix}${name}` };
  }

  async *objects(): AsyncGenerator<{ name: string; bytes: number; modified: Date | undefined }> {
    const { bucket, prefix } = this.settings;
    let from: string | undefined;
    do {
      const page = await this.send(({ client, sdk }, limit) =>
        client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: from }), limit),
      );
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
        yield { name: Key.slice(prefix.length), bytes: Size, modified: LastModified };
      }
      from = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (from !== undefined);
  }

  async remove(name: string): Promise<void> {
    const place = this.place(name);
    await this.send(({ client, sdk }, limit) => client.send(new sdk.DeleteObjectCommand(place), limit));
  }

  async close(): Promise<void> {
    (await this.#loaded?.catch(() => undefined))?.client.destroy();
  }
}

/** Loaded on demand: the library takes longer to load than the rest of a local start. */
async function loadS3(settings: S3Settings): Promise<LoadedS3> {
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
