import { fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';

export type TwilioBehavior = 'well' | 'error' | 'busy' | 'slow' | 'drop' | 'cut' | 'down';

export interface TwilioArrived {
  path: string;
  form: Record<string, string>;
  authorized: boolean;
}

export interface TwilioServer {
  baseUrl: string;
  /** Environment variables that send texts there. */
  environment: Record<string, string>;
  /** Received requests, oldest first. */
  arrived: TwilioArrived[];
  behave(behavior: TwilioBehavior): Promise<void>;
  /** Messages are ordered, so after this reply we have everything before it. */
  heard(): Promise<TwilioArrived[]>;
  stop(): void;
}

/** Starts a local Twilio-compatible server as a child process. */
export async function startTwilioServer(): Promise<TwilioServer> {
  const child = fork(fileURLToPath(new URL('twilio-server-process.mjs', import.meta.url)), [], { execArgv: [] });
  const arrived: TwilioArrived[] = [];
  let behaves: () => void = () => undefined;
  const port = await new Promise<number>((resolve) => {
    child.on('message', (message: { port: number } | { behaves: string } | TwilioArrived) => {
      if ('port' in message) resolve(message.port);
      else if ('behaves' in message) behaves();
      else arrived.push(message);
    });
  });
  let current: TwilioBehavior = 'well';
  const behave = (behavior: TwilioBehavior) =>
    new Promise<void>((resolve) => {
      behaves = resolve;
      current = behavior;
      child.send({ behave: behavior });
    });
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    environment: {
      SMS_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+12695550000',
      TWILIO_BASE_URL: baseUrl,
    },
    arrived,
    behave,
    async heard() {
      await behave(current);
      return arrived;
    },
    stop: () => void child.kill(),
  };
}

/** Twilio's signature for a callback to this URL. */
export function twilioSignature(url: string, form: Record<string, string>): string {
  const fields = Object.keys(form).sort();
  const text = `${url}${fields.map((name) => name + form[name]).join('')}`;
  return createHmac('sha1', 'token').update(text).digest('base64');
}
