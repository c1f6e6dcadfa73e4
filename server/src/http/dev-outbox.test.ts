import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addToOutbox } from '../features/messages/dev-outbox.queries.ts';
import { buildOrganization, testPassword } from '../testing/build.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

describe('on a local machine with the console providers', () => {
  let portal: TestApp;

  beforeAll(async () => {
    portal = await startTestApp();
    const organization = await buildOrganization(portal);
    for (const email of ['ada@example.org', 'grace@example.org']) {
      await portal.call('POST /v1/auth/sign-up', {
        body: {
          firstName: 'Ada',
          lastName: 'Byron',
          email,
          phoneNumber: '+12695550123',
          password: testPassword,
          userType: 'EMPLOYEE',
          organizationId: organization.id,
        },
      });
      await portal.runJobs();
    }
  });

  afterAll(() => portal.close());

  test('lists outgoing messages as JSON, newest first', async () => {
    const { status, headers, body } = await portal.call('GET /dev/outbox.json');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(body).toEqual(
      ['grace@example.org', 'ada@example.org'].map((to) => ({
        id: expect.any(Number),
        channel: 'email',
        to,
        subject: 'Verify your Kinbridge account',
        text: expect.stringMatching(/http:\/\/127\.0\.0\.1:3000\/verify-email\?token=[\w-]{22,}/),
        html: expect.stringMatching(/href="http:\/\/127\.0\.0\.1:3000\/verify-email\?token=[\w-]{22,}"/),
        createTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      })),
    );
    expect(body[0].id).toBeGreaterThan(body[1].id);
  });

  test.each([
    ['ada@example.org', ['ada@example.org']],
    ['ADA@Example.org', ['ada@example.org']],
    ['', ['grace@example.org', 'ada@example.org']],
    ['nobody@example.org', []],
    ["' or true --", []],
    ['%', []],
  ])('filters by recipient with ?to=%s', async (to, expected) => {
    const { status, body } = await portal.call('GET /dev/outbox.json', { query: { to } });
    expect(status).toBe(200);
    expect(body.map((message: { to: string }) => message.to)).toEqual(expected);
  });

  test('finds a phone number as typed in a URL', async () => {
    await addToOutbox(portal.app.db, { channel: 'sms', to: '+12695550123', subject: null, text: 'Hi' });
    const { body } = await portal.call('GET /dev/outbox.json', { query: { to: '+12695550123' } });
    expect(body).toMatchObject([{ channel: 'sms', to: '+12695550123', subject: null, text: 'Hi' }]);
  });

  test('shows the same as a page with clickable links', async () => {
    const { status, headers, bytes } = await portal.call('GET /dev/outbox', { query: { to: 'ada@example.org' } });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    const html = bytes.toString('utf8');
    const [link] = /http:\/\/127\.0\.0\.1:3000\/verify-email\?token=[\w-]+/.exec(html) ?? [];
    expect(link).toBeDefined();
    expect(html).toContain(`<a href="${link}">${link}</a>`);
    expect(html).not.toContain('grace@example.org');
    expect(html).toContain('value="ada@example.org"');
  });

  test('says when nothing was sent to an address', async () => {
    const { bytes } = await portal.call('GET /dev/outbox', { query: { to: 'nobody@example.org' } });
    expect(bytes.toString('utf8')).toContain('Nothing has been sent');
  });

  test('shows markup in messages and filters as text', async () => {
    const payloads = [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "'><svg/onload=alert(1)>",
      'https://example.org/"onmouseover="alert(1)',
      "https://example.org/'onmouseover='alert(1)",
      'https://example.org/<script>alert(1)</script>',
      'javascript:alert(1)',
      '</pre></article><script>alert(1)</script>',
      '&lt;script&gt;',
    ];
    for (const payload of payloads) {
      await addToOutbox(portal.app.db, { channel: 'email', to: payload, subject: payload, text: payload });
      const { bytes } = await portal.call('GET /dev/outbox', { query: { to: payload } });
      const html = bytes.toString('utf8');
      expect(html.match(/<article>/g)).toHaveLength(1);
      // Without its own elements, the page has no tags.
      const own =
        /<\/?(!doctype|html|head|meta|title|link|style|body|main|h1|h3|p|a|form|label|input|button|article|small|pre)\b[^<>"']*("[^"<>]*"[^<>"']*)*>/g;
      const rest = html.replace(/<style>.*?<\/style>/s, '').replace(own, '');
      expect(rest).not.toMatch(/[<>]/);
      for (const [tag] of html.matchAll(own)) {
        expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(/\son\w+=/i);
        expect(tag).not.toMatch(/(href|src|action)="(?!\/|http:|https:)/);
      }
      expect(decode(rest)).toContain(payload);
    }
  });

  test('shows everything for an invalid address', async () => {
    for (const query of ['to=%00', 'to=a&to=b', 'to[]=a', 'to=%ED%A0%80', 'to=%', '__proto__=x', 'other=1']) {
      expect(await portal.call(`GET /dev/outbox.json?${query}`)).toMatchObject({ status: 200 });
      expect(await portal.call(`GET /dev/outbox?${query}`)).toMatchObject({ status: 200 });
    }
  });

  function decode(html: string): string {
    const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
    return html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '');
  }
});

describe('the outbox is unavailable elsewhere:', () => {
  test.each([
    { where: 'in production', env: { NODE_ENV: 'production' } },
    { where: 'where other machines can reach it', env: { HOST: '0.0.0.0' } },
    { where: 'where a proxy leads to it', env: { PUBLIC_URL: 'https://portal.example.org' } },
    {
      where: 'with a real mail provider',
      env: { EMAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://127.0.0.1:9' },
    },
  ])('$where', async ({ env }) => {
    const portal = await startTestApp(env as unknown as Record<string, string>);
    try {
      for (const path of ['/dev/outbox', '/dev/outbox.json', '/dev/outbox.json?to=ada@example.org', '/dev/']) {
        expect(await portal.call(`GET ${path}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      }
    } finally {
      await portal.close();
    }
  });
});
