import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, testPassword } from '../../testing/build.ts';
import { listen } from '../../testing/listen.ts';
import { makeSelfSignedCertificate } from '../../testing/self-signed-certificate.ts';
import { type SmtpServer, type SmtpServerOptions, startSmtpServer } from '../../testing/smtp-server.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { EmailRefused } from './email-sender.ts';
import { SmtpEmailSender, type SmtpOptions } from './smtp-email-sender.ts';

const from = 'Kinbridge <no-reply@portal.example.org>';
const certificate = makeSelfSignedCertificate();
const login = { user: 'portal', password: 'p@ss/:#word' };
const credentials = `${login.user}:${encodeURIComponent(login.password)}@`;

async function serve(options: SmtpServerOptions = {}): Promise<SmtpServer> {
  const server = await startSmtpServer(options);
  onTestFinished(() => server.stop());
  return server;
}

function sender(url: string, options?: SmtpOptions): SmtpEmailSender {
  const made = new SmtpEmailSender(url, from, options);
  onTestFinished(() => made.close());
  return made;
}

/** A bare socket server, for behavior a real mail server doesn't have. */
async function serveSocket(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return listen(server);
}

const hello = {
  id: '7.portal.example.org',
  to: 'ada@example.org',
  subject: 'Hello',
  text: 'First line\nZweite Zeile: Grüße',
};

describe('an email is delivered', () => {
  test('without TLS if the server offers none', async () => {
    const server = await serve();
    await sender(`smtp://127.0.0.1:${server.port}`).send(hello);
    expect(server.messages).toMatchObject([
      { from: 'no-reply@portal.example.org', to: ['ada@example.org'], encrypted: false, user: null },
    ]);
    const source = server.messages[0]?.source ?? '';
    expect(source).toMatch(/^From: Kinbridge <no-reply@portal\.example\.org>\r$/m);
    expect(source).toMatch(/^To: ada@example\.org\r$/m);
    expect(source).toMatch(/^Subject: Hello\r$/m);
    expect(source).toMatch(/^Message-ID: <7\.portal\.example\.org@portal\.example\.org>\r$/m);
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(source).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
    expect(source).toContain('First line');
  });

  test.each([
    { how: 'STARTTLS', scheme: 'smtp', options: { startTls: true } },
    { how: 'TLS from the first byte', scheme: 'smtps', options: { secure: true } },
  ])('with $how and a login to a server with a trusted certificate', async ({ scheme, options }) => {
    const server = await serve({ ...options, ...certificate, login });
    await sender(`${scheme}://${credentials}127.0.0.1:${server.port}`, { ca: certificate.cert }).send(hello);
    expect(server.messages).toMatchObject([{ to: ['ada@example.org'], encrypted: true, user: 'portal' }]);
  });

  test('over a reused connection, and after a server restart', async () => {
    const before = await serve();
    const mail = sender(`smtp://127.0.0.1:${before.port}`);
    await mail.send(hello);
    await mail.send({ ...hello, to: 'grace@example.org' });
    expect(before.messages.map(({ to }) => to)).toEqual([['ada@example.org'], ['grace@example.org']]);
    await before.stop();
    await expect(mail.send(hello)).rejects.toMatchObject({ code: 'ESOCKET' });
    const after = await serve({ port: before.port });
    await mail.send(hello);
    expect(after.messages).toHaveLength(1);
  });
});

describe('an email fails', () => {
  let answering: SmtpServer;
  beforeAll(async () => {
    answering = await startSmtpServer();
  });
  afterAll(() => answering.stop());

  test.each([
    { how: 'STARTTLS', scheme: 'smtp', options: { startTls: true } },
    { how: 'TLS from the first byte', scheme: 'smtps', options: { secure: true } },
  ])('with $how and an untrusted certificate, before sending login or text', async (row) => {
    const server = await serve({ ...row.options, ...certificate, login });
    const url = `${row.scheme}://${credentials}127.0.0.1:${server.port}`;
    await expect(sender(url).send(hello)).rejects.toThrow('self-signed certificate');
    await expect(sender(url, { ca: makeSelfSignedCertificate().cert }).send(hello)).rejects.toThrow('self-signed');
    expect(server.messages).toEqual([]);
  });

  test('when a login would be sent without TLS', async () => {
    const said: string[] = [];
    const port = await serveSocket((socket) => {
      socket.write('220 mail.example.org ESMTP\r\n');
      socket.on('data', (chunk) => {
        said.push(chunk.toString());
        socket.write(/^EHLO/i.test(chunk.toString()) ? '250-mail.example.org\r\n250 AUTH PLAIN\r\n' : '502 No\r\n');
      });
    });
    await expect(sender(`smtp://${credentials}127.0.0.1:${port}`).send(hello)).rejects.toThrow('STARTTLS');
    expect(said.join('')).not.toMatch(/AUTH/i);
  });

  test('when the login is wrong', async () => {
    const server = await serve({ secure: true, ...certificate, login });
    const url = `smtps://portal:wrong@127.0.0.1:${server.port}`;
    await expect(sender(url, { ca: certificate.cert }).send(hello)).rejects.toMatchObject({ code: 'EAUTH' });
    expect(server.messages).toEqual([]);
  });

  test.each([
    ['nobody', '550'],
    ['rcpt-550-5.1.1', '550 5.1.1'],
    ['rcpt-550-5.1.10-Null-MX', '550 5.1.10'],
    ['rcpt-550-5.4.1-Access-denied', '550 5.4.1'],
    ['rcpt-552-5.2.2-Mailbox-full', '552 5.2.2'],
    ['rcpt-553', '553'],
    ['rcpt-554-5.7.1-Access-denied', '554 5.7.1'],
    ['data-550-5.1.1', '550 5.1.1'],
    ['data-552-5.3.4-Too-big', '552 5.3.4'],
    ['data-554', '554'],
  ])('for good when the server answers %s', async (name, message) => {
    const mail = sender(`smtp://127.0.0.1:${answering.port}`);
    const failure = await mail.send({ ...hello, to: `${name}@example.org` }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EmailRefused);
    expect(failure).toMatchObject({ message });
    await mail.send({ ...hello, to: `after-${name}@example.org` });
    expect(answering.messages.at(-1)?.to).toEqual([`after-${name}@example.org`]);
  });

  test.each([
    ['busy', 451],
    ['rcpt-421', 421],
    ['rcpt-450-4.2.0-Greylisted', 450],
    ['data-451-4.3.0', 451],
    ['rcpt-530-5.7.0-Authentication-required', 530],
    ['rcpt-503-5.5.1', 503],
    ['rcpt-553-5.1.8-Sender-domain-not-found', 553],
    ['rcpt-554-5.7.1-Relay-access-denied', 554],
    ['rcpt-550-relay-not-permitted', 550],
    ['rcpt-554-5.7.1-Client-host-blocked', 554],
    ['data-550-5.7.26-Unauthenticated-sender', 550],
    ['data-554-5.3.0', 554],
  ])('for now when the server answers %s', async (name, responseCode) => {
    const mail = sender(`smtp://127.0.0.1:${answering.port}`);
    const failure = await mail.send({ ...hello, to: `${name}@example.org` }).catch((error: unknown) => error);
    expect(failure).not.toBeInstanceOf(EmailRefused);
    expect(failure).toMatchObject({ responseCode });
  });

  test.each(['greeting', 'MAIL FROM'])('for now when the server refuses everyone at %s', async (phase) => {
    const port = await serveSocket((socket) => {
      socket.write(phase === 'greeting' ? '554 5.7.1 No service\r\n' : '220 mail.example.org ESMTP\r\n');
      socket.on('data', (chunk) => {
        const said = chunk.toString();
        if (/^MAIL/m.test(said)) socket.write('550 5.1.1 No service\r\n');
        else if (/^(EHLO|RSET)/.test(said)) socket.write('250 mail.example.org\r\n');
      });
    });
    const failure = await sender(`smtp://127.0.0.1:${port}`)
      .send(hello)
      .catch((error: unknown) => error);
    expect(failure).not.toBeInstanceOf(EmailRefused);
    expect(failure).toMatchObject({ responseCode: phase === 'greeting' ? 554 : 550 });
  });

  test('when there is no server', async () => {
    const server = await serve();
    await server.stop();
    await expect(sender(`smtp://127.0.0.1:${server.port}`).send(hello)).rejects.toMatchObject({ code: 'ESOCKET' });
  });

  const timeoutMs = 200;
  test.each<{ server: string; scheme: string; onConnection: (socket: Socket) => void }>([
    { server: 'never greets', scheme: 'smtp', onConnection: () => undefined },
    { server: 'never begins TLS', scheme: 'smtps', onConnection: () => undefined },
    {
      server: 'greets and falls silent',
      scheme: 'smtp',
      onConnection: (socket) => socket.write('220 mail.example.org ESMTP\r\n'),
    },
    {
      server: 'cuts the connection',
      scheme: 'smtp',
      onConnection: (socket) => socket.write('220 mail.example.org ESMTP\r\n', () => socket.destroy()),
    },
  ])('without waiting when the server $server', async ({ scheme, onConnection }) => {
    const port = await serveSocket(onConnection);
    // The test's own timeout proves that there is a limit.
    await expect(sender(`${scheme}://127.0.0.1:${port}`, { timeoutMs }).send(hello)).rejects.toMatchObject({
      code: expect.stringMatching(/^(ETIMEDOUT|ESOCKET|ECONNECTION)$/),
    });
  });
});

describe('header and recipient injection', () => {
  /** Accepts everything and records it, so the server hides no mistakes of ours. */
  async function serveAgreeably(): Promise<{ port: number; heard: string[] }> {
    const heard: string[] = [];
    const port = await serveSocket((socket) => {
      let inData = false;
      let rest = '';
      socket.write('220 mail.example.org ESMTP\r\n');
      socket.on('data', (chunk) => {
        const lines = (rest + chunk.toString('utf8')).split('\r\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          heard.push(line);
          if (inData && line !== '.') continue;
          inData = line === 'DATA';
          socket.write(inData ? '354 Go on\r\n' : '250 OK\r\n');
        }
      });
    });
    return { port, heard };
  }

  test.each([
    'ada@example.org,eve@example.org',
    'ada@example.org, eve@example.org',
    'ada@example.org;eve@example.org',
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@example.org\nBcc: eve@example.org',
    'ada@example.org\rBcc: eve@example.org',
    'ada@example.org>\r\nRCPT TO:<eve@example.org',
    '<ada@example.org>,<eve@example.org>',
    'Ada <eve@example.org>',
    'friends: ada@example.org, eve@example.org;',
    '"ada,eve"@example.org',
    'ada@example.org eve@example.org',
    'ada@example.org@example.com',
    'ada',
    '',
  ])('refuses the address %j', async (to) => {
    const { port, heard } = await serveAgreeably();
    await expect(sender(`smtp://127.0.0.1:${port}`).send({ ...hello, to })).rejects.toThrow(EmailRefused);
    expect(heard.filter((line) => /^(RCPT|DATA)/i.test(line))).toEqual([]);
  });

  test('fails with a line break in the subject', async () => {
    const { port, heard } = await serveAgreeably();
    await sender(`smtp://127.0.0.1:${port}`).send({ ...hello, subject: 'Hello\r\nBcc: eve@example.org' });
    expect(heard.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ada@example.org>']);
    expect(heard.filter((line) => line.startsWith('Bcc'))).toEqual([]);
  });

  test('fails with a text that looks like the end of the message', async () => {
    const { port, heard } = await serveAgreeably();
    await sender(`smtp://127.0.0.1:${port}`).send({ ...hello, text: 'one\r\n.\r\nRCPT TO:<eve@example.org>\r\n' });
    expect(heard.filter((line) => line === '.')).toHaveLength(1);
  });
});

describe('from sign-up to mailbox', () => {
  let folder: string;
  let caFile: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinbridge-smtp-'));
    caFile = join(folder, 'ca.pem');
    await writeFile(caFile, certificate.cert);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function open(env: Record<string, string>): Promise<TestApp> {
    const portal = await startTestApp({ EMAIL_PROVIDER: 'smtp', ...env });
    onTestFinished(() => portal.close());
    return portal;
  }

  async function signUp(portal: TestApp, email: string): Promise<void> {
    const organization = await buildOrganization(portal);
    const { status } = await portal.call('POST /v1/auth/sign-up', {
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
    expect(status).toBe(201);
  }

  async function emailRows({ app }: TestApp) {
    return sql<{ state: string; last_error: string | null }>`
      select state, last_error from emails order by id`.many(app.db);
  }

  /** The email's job, with the delay after its last failure. */
  async function waitingJobs({ app }: TestApp) {
    return sql<{ attempts: number; pause: number }>`
      select attempts, extract(epoch from run_at - updated_at)::float as pause
      from graphile_worker.jobs where task_identifier = 'send-email'`.many(app.db);
  }

  async function letTimePass({ app }: TestApp): Promise<void> {
    await sql`update graphile_worker._private_jobs set run_at = now()`.run(app.db);
  }

  test('the link arrives over TLS and verifies the account', async () => {
    const server = await serve({ secure: true, ...certificate, login });
    const portal = await open({
      SMTP_URL: `smtps://${credentials}127.0.0.1:${server.port}`,
      SMTP_CA_FILE: caFile,
      EMAIL_FROM: from,
      PUBLIC_URL: 'https://portal.example.org',
    });
    await signUp(portal, 'ada@example.org');
    expect(server.messages).toEqual([]);
    await portal.runJobs();
    expect(await emailRows(portal)).toEqual([{ state: 'sent', last_error: null }]);
    expect(server.messages).toMatchObject([{ to: ['ada@example.org'], encrypted: true, user: 'portal' }]);
    const token = readLink(server.messages[0]?.source ?? '');
    expect(await opened(portal, token)).toBe(200);
    await portal.runJobs();
    expect(server.messages).toHaveLength(1);
  });

  test('a failed email is delivered once the server is back', async () => {
    const server = await serve();
    await server.stop();
    const portal = await open({ SMTP_URL: `smtp://127.0.0.1:${server.port}` });
    await signUp(portal, 'ada@example.org');
    await portal.runJobs();
    expect(await emailRows(portal)).toEqual([{ state: 'failed', last_error: 'ESOCKET' }]);
    const [first] = await waitingJobs(portal);
    expect(first).toMatchObject({ attempts: 1 });
    await letTimePass(portal);
    await portal.runJobs();
    const [second] = await waitingJobs(portal);
    expect(second).toMatchObject({ attempts: 2 });
    expect(second?.pause).toBeGreaterThan(first?.pause ?? Number.POSITIVE_INFINITY);
    expect(first?.pause).toBeGreaterThan(0);

    const back = await serve({ port: server.port });
    await letTimePass(portal);
    await portal.runJobs();
    expect(await emailRows(portal)).toEqual([{ state: 'sent', last_error: null }]);
    expect(await waitingJobs(portal)).toEqual([]);
    expect(back.messages.map(({ to }) => to)).toEqual([['ada@example.org']]);
    const token = readLink(back.messages[0]?.source ?? '');
    expect(await opened(portal, token)).toBe(200);
  });

  test("a refused mailbox is tried once and doesn't delay the others", async () => {
    const server = await serve();
    const portal = await open({ SMTP_URL: `smtp://127.0.0.1:${server.port}` });
    await signUp(portal, 'nobody@example.org');
    await signUp(portal, 'busy@example.org');
    await signUp(portal, 'ada@example.org');
    await portal.runJobs();
    expect(await emailRows(portal)).toEqual([
      { state: 'failed', last_error: 'refused: 550' },
      { state: 'failed', last_error: 'EENVELOPE' },
      { state: 'sent', last_error: null },
    ]);
    expect(await waitingJobs(portal)).toMatchObject([{ attempts: 1 }]);
    expect(server.messages.map(({ to }) => to)).toEqual([['ada@example.org']]);
  });

  const opened = async (portal: TestApp, token: string) =>
    (await portal.call('POST /v1/auth/verify-email', { body: { token, password: testPassword } })).status;

  /** The token of a message's only address, which is in both parts, regardless of line encoding. */
  function readLink(source: string): string {
    const [, body = ''] = source.split('\r\n\r\n');
    const text = source.slice(source.indexOf(body)).replace(/=\r\n/g, '').replace(/=3D/g, '=');
    const tokens = new Set(
      [...text.matchAll(/https?:\/\/\S+?\/verify-email\?token=([\w-]+)/g)].map(([, token]) => token),
    );
    expect(tokens).toHaveLength(1);
    return [...tokens][0] ?? '';
  }
});
