import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface SmtpServerOptions {
  /** A port that was used before, to come back on. */
  port?: number;
  /** Begins with TLS, as smtps:// does. */
  secure?: boolean;
  /** Offers to go on with TLS. */
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
  /** What arrived, oldest first. */
  messages: ArrivedMessage[];
  stop(): Promise<void>;
}

/** Starts a real mail server on this machine, as a process of its own that can be stopped like one. */
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
