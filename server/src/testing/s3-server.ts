import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { S3Settings } from '../outside/files/s3-bucket.ts';

export type S3Behaviour = 'well' | 'slow' | 'error' | 'busy' | 'cut' | 'full' | 'reset';

interface Arrived {
  method: string;
  path: string;
  signed: boolean;
  /** The requested lock mode, if any. */
  lock?: string;
  lockedUntil?: string;
  md5?: string;
}

export interface S3Server {
  settings: S3Settings;
  /** The settings as environment variables. */
  environment: Record<string, string>;
  /** Received requests, oldest first. */
  arrived: Arrived[];
  behave(behaviour: S3Behaviour): Promise<void>;
  tell(message: { pageSize?: number; put?: { key: string; modified: string } }): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a local S3-compatible server as a child process. */
export async function startS3Server(): Promise<S3Server> {
  const script = fileURLToPath(new URL('s3-server-process.mjs', import.meta.url));
  const child: ChildProcess = fork(script, [], { execArgv: [] });
  const arrived: Arrived[] = [];
  const waiting = new Map<number, () => void>();
  let numbers = 0;
  const port = await new Promise<number>((resolve) => {
    child.on('message', (message: { port: number } | { done: number } | Arrived) => {
      if ('port' in message) resolve(message.port);
      else if ('done' in message) waiting.get(message.done)?.();
      else arrived.push(message);
    });
  });
  const send = (message: object) =>
    new Promise<void>((resolve) => {
      const number = ++numbers;
      waiting.set(number, resolve);
      child.send({ ...message, number });
    });
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    settings: {
      bucket: 'files',
      region: 'us-east-1',
      endpoint,
      pathStyle: true,
      accessKeyId: 'AKIATEST',
      secretAccessKey: 'a secret for tests only',
      prefix: 'kinbridge/',
    },
    environment: {
      FILE_STORE: 's3',
      S3_BUCKET: 'files',
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: 'AKIATEST',
      S3_SECRET_ACCESS_KEY: 'a secret for tests only',
    },
    arrived,
    behave: (behaviour) => send({ behaviour }),
    tell: send,
    async stop() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
