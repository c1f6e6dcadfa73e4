import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SmsProvider, SmsResult } from './sms-provider.ts';

export interface TwilioSettings {
  baseUrl: string;
  accountSid: string;
  authToken: string;
  from: string;
  statusCallback: string;
  timeoutMs?: number;
}

/** Errors that happen before anything reached the provider: trying again cannot send twice. */
const neverConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** Sends through Twilio's REST API. */
export class TwilioSmsProvider implements SmsProvider {
  readonly name = 'twilio';
  readonly #settings: TwilioSettings;

  constructor(settings: TwilioSettings) {
    this.#settings = settings;
  }

  async send(message: { to: string; body: string }): Promise<SmsResult> {
    const { baseUrl, accountSid, authToken, from, statusCallback, timeoutMs = 15_000 } = this.#settings;
    try {
      const response = await fetch(`${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ To: message.to, From: from, Body: message.body, StatusCallback: statusCallback }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return await readAnswer(response);
    } catch (error) {
      const code = String((error as { cause?: { code?: string } }).cause?.code ?? (error as Error).name);
      return neverConnected.test(code) ? { kind: 'later', reason: code } : { kind: 'unknown', reason: code };
    }
  }

  verifies(signature: string | undefined, url: string, form: Record<string, string>): boolean {
    const signed =
      url +
      Object.keys(form)
        .sort()
        .map((name) => name + form[name])
        .join('');
    const expected = createHmac('sha1', this.#settings.authToken).update(signed, 'utf8').digest();
    const given = Buffer.from(signature ?? '', 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

async function readAnswer(response: Response): Promise<SmsResult> {
  if (response.status === 429) {
    await response.body?.cancel();
    return { kind: 'later', reason: 'the provider is busy' };
  }
  if (response.status >= 500) {
    await response.body?.cancel();
    return { kind: 'unknown', reason: `the provider answered ${response.status}` };
  }
  // An answer that is cut off here leaves open whether the message was taken: the caller's catch says so.
  const body = (await response.json()) as { sid?: string; code?: number };
  if (response.ok && body.sid) return { kind: 'accepted', providerId: body.sid };
  return { kind: 'refused', reason: `the provider refused it (${body.code ?? response.status})` };
}
