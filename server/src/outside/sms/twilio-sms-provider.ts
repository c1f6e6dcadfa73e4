import { createHmac, timingSafeEqual } from 'node:crypto';
import { type FormAnswer, PostFailure, postForm } from './post-form.ts';
import type { OutgoingSms, SmsProvider, SmsResult } from './sms-provider.ts';

export interface TwilioSettings {
  baseUrl: string;
  accountSid: string;
  authToken: string;
  from: string;
  statusCallback: string;
  timeoutMs?: number;
}

/** Sends through Twilio's REST API. */
export class TwilioSmsProvider implements SmsProvider {
  readonly name = 'twilio';

  constructor(private readonly settings: TwilioSettings) {}

  async send({ id, attempt, to, body }: OutgoingSms): Promise<SmsResult> {
    const { baseUrl, accountSid, authToken, from, statusCallback, timeoutMs = 15_000 } = this.settings;
    const form = new URLSearchParams({
      To: to,
      From: from,
      Body: body,
      StatusCallback: `${statusCallback}?message=${id}&attempt=${attempt}`,
    });
    const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
    try {
      const url = new URL(`${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`);
      return readAnswer(await postForm(url, form, { authorization, timeoutMs }));
    } catch (error) {
      if (!(error instanceof PostFailure)) throw error;
      return { kind: error.sent ? 'unknown' : 'later', reason: error.code };
    }
  }

  verifies(signature: string | undefined, url: string, form: Record<string, string>): boolean {
    const signed =
      url +
      Object.keys(form)
        .sort()
        .map((name) => name + form[name])
        .join('');
    const expected = createHmac('sha1', this.settings.authToken).update(signed, 'utf8').digest();
    const given = Buffer.from(signature ?? '', 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

function readAnswer({ status, headers, body }: FormAnswer): SmsResult {
  if (status === 429 || status >= 500) {
    return { kind: 'later', reason: String(status), retryAfterSeconds: secondsIn(headers['retry-after']) };
  }
  const { sid, code } = parse(body);
  const ok = status >= 200 && status < 300;
  if (!ok) return { kind: 'refused', reason: `the provider refused it (${code ?? status})` };
  // The status says it was accepted, but there is no id.
  return sid ? { kind: 'accepted', providerId: sid } : { kind: 'unknown', reason: 'no id' };
}

function parse(text: string): { sid?: string; code?: number } {
  try {
    const { sid, code } = JSON.parse(text);
    return { ...(typeof sid === 'string' && { sid }), ...(typeof code === 'number' && { code }) };
  } catch {
    return {};
  }
}

/** Retry-After is a number of seconds or a date. */
function secondsIn(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
