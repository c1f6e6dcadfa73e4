import { startChildServer } from './child-server.ts';

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

export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;

/** Starts a local mail server as a child process. */
export async function startSmtpServer(options: SmtpServerOptions = {}) {
  const { port, arrived, stop } = await startChildServer<ArrivedMessage>(
    'smtp-server-process.mjs',
    JSON.stringify(options),
  );
  return { port, messages: arrived, stop };
}
