import { createHmac } from 'node:crypto';
import { startChildServer } from './child-server.ts';

export type TwilioBehavior = 'well' | 'error' | 'busy' | 'slow' | 'drop' | 'cut' | 'down';

export interface TwilioArrived {
  path: string;
  form: Record<string, string>;
  authorized: boolean;
}

export type TwilioServer = Awaited<ReturnType<typeof startTwilioServer>>;

/** Starts a local Twilio-compatible server as a child process. */
export async function startTwilioServer() {
  const { port, arrived, tell, stop } = await startChildServer<TwilioArrived>('twilio-server-process.mjs');
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    /** Environment variables that send texts there. */
    environment: {
      SMS_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+12695550000',
      TWILIO_BASE_URL: baseUrl,
    },
    arrived,
    behave: (behavior: TwilioBehavior) => tell({ behave: behavior }),
    /** All that arrived until now. */
    async heard() {
      await tell({});
      return arrived;
    },
    stop,
  };
}

/** Twilio's signature for a callback to this URL. */
export function twilioSignature(url: string, form: Record<string, string>): string {
  const fields = Object.keys(form).sort();
  const text = `${url}${fields.map((name) => name + form[name]).join('')}`;
  return createHmac('sha1', 'token').update(text).digest('base64');
}
