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

/** Loaded on demand: the library takes longer to load than the rest of a local start. */
export async function loadS3(settings: S3Settings): Promise<LoadedS3> {
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
