import { startChildServer } from './child-server.ts';

interface Arrived {
  method: string;
  path: string;
  signed: boolean;
  /** The requested lock mode, if any. */
  lock?: string;
  lockedUntil?: string;
  md5?: string;
}

interface Told {
  behaviour?: 'well' | 'slow' | 'error' | 'busy' | 'cut' | 'full' | 'reset';
  pageSize?: number;
  put?: { key: string; modified: string };
}

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

/** Starts a local S3-compatible server as a child process. */
export async function startS3Server() {
  const { port, arrived, tell, stop } = await startChildServer<Arrived>('s3-server-process.mjs');
  const endpoint = `http://127.0.0.1:${port}`;
  const keys = { accessKeyId: 'AKIATEST', secretAccessKey: 'a secret for tests only' };
  return {
    settings: { bucket: 'files', region: 'us-east-1', endpoint, pathStyle: true, ...keys, prefix: 'kinbridge/' },
    /** The settings as environment variables. */
    environment: {
      FILE_STORE: 's3',
      S3_BUCKET: 'files',
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    arrived,
    behave: (behaviour: Told['behaviour'] & string) => tell({ behaviour }),
    tell: (message: Told) => tell(message),
    stop,
  };
}
