import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const perMinute = 5;
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({
    SMS_PROVIDER: 'twilio',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+12695550000',
    RATE_LIMIT_PER_ADDRESS: String(perMinute),
  });
});
afterAll(() => test.close());

function signed(path: string, form: Record<string, string>): string {
  const fields = Object.keys(form).sort();
  const text = `${test.app.config.publicUrl}${path}${fields.map((name) => name + form[name]).join('')}`;
  return createHmac('sha1', 'token').update(text).digest('base64');
}

let address = 0;
const nextAddress = () => `10.0.0.${++address}`;

async function post(path: string, form: Record<string, string>, signature: string | null, from: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await test.server.inject({
    method: 'POST',
    url: path,
    remoteAddress: from,
    headers: signature === null ? headers : { ...headers, 'x-twilio-signature': signature },
    payload: new URLSearchParams(form).toString(),
  });
  return answer.statusCode;
}

const callback = (number: number) => ({ MessageSid: `SM${number}`, MessageStatus: 'delivered' });

describe('a provider callback', () => {
  it('has no rate limit when signed, so STOP gets through a mass message', async () => {
    const twilio = nextAddress();
    for (let number = 0; number < perMinute * 3; number++) {
      const form = callback(number);
      expect(await post('/v1/messages/status', form, signed('/v1/messages/status', form), twilio)).toBe(204);
    }
    const stop = { From: '+12695552001', Body: 'STOP', MessageSid: 'SM-stop' };
    expect(await post('/v1/messages/inbound', stop, signed('/v1/messages/inbound', stop), twilio)).toBe(200);
    const rows = await sql`select 1 from sms_opt_outs where phone_number = '+12695552001'`.many(test.app.db);
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['is not found without a signature', () => null, 404],
    ['is refused with a wrong signature', () => signed('/v1/messages/status', { MessageSid: 'another' }), 403],
  ])('%s, and is rate limited', async (_, signature, status) => {
    for (const path of ['/v1/messages/status', '/v1/messages/inbound']) {
      const flood = nextAddress();
      const answers: number[] = [];
      for (let number = 0; number <= perMinute; number++) {
        answers.push(await post(path, callback(number), signature(), flood));
      }
      expect(answers).toEqual([...Array(perMinute).fill(status), 429]);
    }
  });

  it('is accepted when signed, even from a rate-limited address', async () => {
    const shared = nextAddress();
    for (let number = 0; number <= perMinute; number++)
      await post('/v1/messages/status', callback(number), null, shared);
    const form = callback(99);
    expect(await post('/v1/messages/status', form, signed('/v1/messages/status', form), shared)).toBe(204);
  });
});
