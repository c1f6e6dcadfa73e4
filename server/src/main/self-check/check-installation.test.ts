import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { findFreePort } from '../../embedded-postgres/free-port.ts';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { makeSelfSignedCertificate } from '../../testing/self-signed-certificate.ts';
import { type SmtpServer, startSmtpServer } from '../../testing/smtp-server.ts';
import { startTwilioServer, type TwilioServer } from '../../testing/twilio-server.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { readConfig } from '../config.ts';
import { checkInstallation } from './check-installation.ts';

const test = useTestApp();
let folder: string;
let smtp: SmtpServer;
let s3: S3Server;
let twilio: TwilioServer;
let good: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinbridge-check-'));
  const certificate = makeSelfSignedCertificate();
  await writeFile(join(folder, 'ca.pem'), certificate.cert);
  const login = { user: 'portal', password: 'smtp-secret' };
  smtp = await startSmtpServer({ startTls: true, ...certificate, login });
  s3 = await startS3Server();
  twilio = await startTwilioServer();
  good = {
    NODE_ENV: 'test',
    DATABASE_URL: test.databaseUrl,
    DATA_DIR: join(folder, 'data'),
    EMAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://portal:smtp-secret@127.0.0.1:${smtp.port}`,
    SMTP_CA_FILE: join(folder, 'ca.pem'),
    PORT: String(await findFreePort()),
    ...s3.environment,
    ...twilio.environment,
  };
});
afterAll(async () => {
  twilio.stop();
  await Promise.all([smtp.stop(), s3.stop(), rm(folder, { recursive: true })]);
});

async function check(changes: Record<string, string> = {}, mailTo?: string) {
  await sql`insert into job_workers (worker_id) values ('a worker')
    on conflict (worker_id) do update set seen_timestamp = now()`.run(test.owner);
  const lines: string[] = [];
  const isGood = await checkInstallation(readConfig({ ...good, ...changes }), mailTo, (line) => lines.push(line));
  return { isGood, lines };
}

it('has a line for each part, and leaves nothing behind', async () => {
  const { isGood, lines } = await check();
  expect(lines).toEqual(
    ['Database', 'Keys', 'File store', 'Mail', 'Texts', 'PUBLIC_URL', 'Disk', 'Clock', 'Jobs'].map((name) =>
      expect.stringMatching(new RegExp(`^✓ ${name}: .+\\.$`)),
    ),
  );
  expect(isGood).toBe(true);
  expect(lines[3]).toContain(`127.0.0.1:${smtp.port} accepted the login`);
  expect(smtp.messages).toEqual([]);
  expect(s3.arrived.map(({ method }) => method)).toEqual(['PUT', 'GET', 'DELETE']);
});

it('sends an email to the address it is given', async () => {
  expect((await check({}, 'ada@example.org')).lines).toContain(
    `✓ Mail: 127.0.0.1:${smtp.port} accepted an email to ada@example.org.`,
  );
  expect(smtp.messages).toMatchObject([{ to: ['ada@example.org'], encrypted: true }]);
});

it('writes, reads and deletes a file in the data folder', async () => {
  const { lines } = await check({ FILE_STORE: 'local' });
  expect(lines[2]).toBe(`✓ File store: a file was written, read and deleted in ${join(folder, 'data')}/files.`);
});

/** What each broken setting says. `secret` must not be printed. */
const broken: [string, () => Promise<Record<string, string>>, RegExp, string?][] = [
  [
    'database',
    async () => ({ DATABASE_URL: `postgres://me:pg-secret@127.0.0.1:${await findFreePort()}/x` }),
    /^✗ Database: The database at 127\.0\.0\.1:\d+ cannot be reached/,
    'pg-secret',
  ],
  [
    'mail server',
    async () => ({ SMTP_URL: `smtp://me:hidden@127.0.0.1:${await findFreePort()}` }),
    /^✗ Mail: 127\.0\.0\.1:\d+ can't be used \(connect ECONNREFUSED/,
    'hidden',
  ],
  [
    'mail login',
    async () => ({ SMTP_URL: `smtp://portal:wrong-one@127.0.0.1:${smtp.port}` }),
    /^✗ Mail: 127\.0\.0\.1:\d+ refused the login\./,
    'wrong-one',
  ],
  [
    'mail certificate',
    async () => ({ SMTP_CA_FILE: '' }),
    /^✗ Mail: 127\.0\.0\.1:\d+ can't be used \(self-signed certificate\)\. .*SMTP_CA_FILE/,
  ],
  [
    'bucket',
    async () => ({ S3_ENDPOINT: `http://127.0.0.1:${await findFreePort()}` }),
    /^✗ File store: a file can't be written in the bucket files at 127\.0\.0\.1:\d+/,
    'a secret for tests',
  ],
  [
    'data folder',
    async () => ({ FILE_STORE: 'local', DATA_DIR: join(folder, 'ca.pem') }),
    /^✗ File store: a file can't be written in .*ca\.pem\/files/,
  ],
  [
    'text provider',
    async () => ({ TWILIO_BASE_URL: `http://127.0.0.1:${await findFreePort()}` }),
    /^✗ Texts: 127\.0\.0\.1:\d+ can't be reached \(ECONNREFUSED\)/,
  ],
  [
    'text login',
    async () => ({ TWILIO_AUTH_TOKEN: 'wrong-token' }),
    /^✗ Texts: 127\.0\.0\.1:\d+ refused the login\./,
    'wrong-token',
  ],
  [
    'plain PUBLIC_URL',
    async () => ({ PUBLIC_URL: 'http://portal.example.org', DEMO: '0' }),
    /^✗ PUBLIC_URL: http:\/\/portal\.example\.org isn't https/,
  ],
  [
    'PUBLIC_URL of another server',
    async () => ({ PUBLIC_URL: `${s3.settings.endpoint}` }),
    /^✗ PUBLIC_URL: 127\.0\.0\.1:\d+ answers \d+, but not as Kinbridge/,
  ],
];

it.each(broken)('names a broken %s and goes on', async (_what, changes, line, secret = 'smtp-secret') => {
  const { isGood, lines } = await check(await changes());
  expect(lines).toContainEqual(expect.stringMatching(line));
  expect(lines).toHaveLength(9);
  expect(isGood).toBe(false);
  expect(lines.join()).not.toContain(secret);
});

it('wants a worker, and jobs that neither wait nor fail', async () => {
  const said = async () => {
    const { lines } = await check();
    return lines.at(-1);
  };
  const job = sql`select graphile_worker.add_job('none', run_at := now() - interval '10 minutes', max_attempts := 1)`;
  await job.run(test.owner);
  expect(await said()).toMatch(/^✗ Jobs: the oldest of 1 job has been waiting for 10 minutes/);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.run(test.owner);
  expect(await said()).toMatch(/^✗ Jobs: 1 job failed for good/);
  await sql`delete from graphile_worker._private_jobs`.run(test.owner);
  expect(await said()).toMatch(/^✓ Jobs/);
});
