import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface SmtpServerOptions {
  /** A previously used port, for a restart. */
  port?: number;
  /** Starts with TLS, like smtps://. */
  secure?: boolean;
  /** Offers STARTTLS. */
  startTls?: boolean;
  key?: string;
  cert?: string;
  login?: { user: string; password: string };
}

export interface ArrivedMessage {
  from: string;
  to: string[];
  encrypted: boolean;
  user: string | null;
  source: string;
}

export interface SmtpServer {
  port: number;
  /** Received messages, oldest first. */
  messages: ArrivedMessage[];
  stop(): Promise<void>;
}

/** Starts a local mail server as a child process. */
export async function startSmtpServer(options: SmtpServerOptions = {}): Promise<SmtpServer> {
  const script = fileURLToPath(new URL('smtp-server-process.mjs', import.meta.url));
  const child: ChildProcess = fork(script, [JSON.stringify(options)], { execArgv: [] });
  const messages: ArrivedMessage[] = [];
  const exited = once(child, 'exit');
  const failed = exited.then(() => {
    throw new Error('the mail server ended before it listened');
  });
  const port = await Promise.race([
    failed,
    new Promise<number>((resolve) => {
      child.on('message', (message: { port: number } | ArrivedMessage) => {
        if ('port' in message) resolve(message.port);
        else {
          messages.push(message);
          child.send('seen');
        }
      });
    }),
  ]);
  failed.catch(() => undefined);
  return {
    port,
    messages,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await exited;
    },
  };
}
