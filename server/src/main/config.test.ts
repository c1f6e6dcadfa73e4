import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Settings } from '../config.ts';
import { StartError } from '../start-error.ts';
import { readBackupAddress } from './backup-places.ts';
import { projectRoot, readConfig } from './config.ts';
import { refuseTrialSettings } from './trial-only.ts';

type Environment = Record<string, string | undefined>;

const smtp = { EMAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://mail.example.org:587' };
const twilio = {
  SMS_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+12695550100',
};
const s3 = { FILE_STORE: 's3', S3_BUCKET: 'kin-files', S3_ACCESS_KEY_ID: 'AK', S3_SECRET_ACCESS_KEY: 'secret' };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinbridge-config-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('defaults to a local trial portal in an empty environment', () => {
  expect(readConfig({})).toMatchObject({
    production: false,
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    publicUrlGiven: false,
    root: projectRoot(),
    dataDir: resolve('data'),
    databaseUrl: undefined,
    databaseSessionUrl: undefined,
    databaseReplicaUrl: undefined,
    databaseOwnerUrl: undefined,
    databasePoolSize: 10,
    databaseStatements: 'auto',
    drainSeconds: 0,
    demo: true,
    sessionSecret: undefined,
    sessionDays: 14,
    sessionMaxDays: 30,
    backups: { key: undefined, target: null, everyHours: 24, keep: 14, keepDays: 0, testDays: 7 },
    trustProxy: 0,
    logLevel: 'warn',
    emailProvider: 'console',
    emailFrom: 'Kinbridge <no-reply@localhost>',
    smtpUrl: undefined,
    smtpCa: undefined,
    twilio: null,
    s3: null,
    smsPerSecond: 10,
    smsAutomaticPerDay: 20,
    supportWebhookUrl: undefined,
    devOutbox: true,
    limits: { perAccount: 10, perAddress: 600, perSession: 600 },
    dnsServers: [],
    singleSignOn: { timeoutSeconds: 10, privateNetwork: true, loopback: true },
  } satisfies Partial<Settings>);
});

describe('a parsed setting', () => {
  const table: [sentence: string, Environment, Partial<Settings>][] = [
    ['an empty setting counts as absent', { PORT: '', HOST: '', SMTP_URL: '' }, { port: 3000, host: '127.0.0.1' }],
    ['a variable that is not set counts as absent', { PORT: undefined }, { port: 3000 }],
    ['variables of other programs are left alone', { PATH: '/bin', npm_config_port: 'x' }, { port: 3000 }],
    ['the address of the mails follows HOST and PORT', { PORT: '8080' }, { publicUrl: 'http://127.0.0.1:8080' }],
    ['an IPv6 address stands in brackets', { HOST: '::1' }, { publicUrl: 'http://[::1]:3000' }],
    [
      'PUBLIC_URL is what links begin with, without a slash at its end',
      { PUBLIC_URL: 'https://portal.example.org/kin//' },
      { publicUrl: 'https://portal.example.org/kin', publicUrlGiven: true },
    ],
    ['DATA_DIR is made absolute', { DATA_DIR: 'elsewhere' }, { dataDir: resolve('elsewhere') }],
    [
      'the owner of the database is the one user, unless there are two',
      { DATABASE_URL: 'postgres://a@db/x' },
      {
        databaseUrl: 'postgres://a@db/x',
        databaseSessionUrl: 'postgres://a@db/x',
        databaseOwnerUrl: 'postgres://a@db/x',
      },
    ],
    [
      'migrations use the session URL where there is one',
      { DATABASE_URL: 'postgres://a@pooler/x', DATABASE_SESSION_URL: 'postgres://a@db/x' },
      {
        databaseUrl: 'postgres://a@pooler/x',
        databaseSessionUrl: 'postgres://a@db/x',
        databaseOwnerUrl: 'postgres://a@db/x',
      },
    ],
    [
      'migrations run as the owner where one is named',
      { DATABASE_URL: 'postgresql://a@db/x', DATABASE_OWNER_URL: 'postgresql://o@db/x' },
      { databaseUrl: 'postgresql://a@db/x', databaseOwnerUrl: 'postgresql://o@db/x' },
    ],
    ['a secret that is given is used', { SESSION_SECRET: 's'.repeat(32) }, { sessionSecret: 's'.repeat(32) }],
    ['metrics are off', {}, { metrics: { port: undefined, host: '127.0.0.1', token: undefined } }],
    [
      'metrics have a port of their own or a token',
      { METRICS_PORT: '9464', METRICS_HOST: '::', METRICS_TOKEN: 't'.repeat(32) },
      { metrics: { port: 9464, host: '::', token: 't'.repeat(32) } },
    ],
    ['traces are off', { OTEL_SERVICE_NAME: 'portal', OTEL_TRACES_SAMPLER: 'always_on' }, { tracing: null }],
    [
      'traces go to a collector',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318/' },
      { tracing: { url: 'http://otel:4318/v1/traces', serviceName: 'kinbridge', ratio: 1 } },
    ],
    [
      'traces can have an address of their own, a name and a share',
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.org/in',
        OTEL_SERVICE_NAME: 'portal',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      },
      { tracing: { url: 'https://traces.example.org/in', serviceName: 'portal', ratio: 0.25 } },
    ],
    [
      'a sampler can record nothing',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318', OTEL_TRACES_SAMPLER: 'always_off' },
      { tracing: expect.objectContaining({ ratio: 0 }) },
    ],
    [
      'the SDK can be disabled',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318', OTEL_SDK_DISABLED: 'true' },
      { tracing: null },
    ],
    [
      'a process in production drains before it stops',
      { NODE_ENV: 'production', DATABASE_URL: 'postgres://a@db/x' },
      { drainSeconds: 5 },
    ],
    ['an embedded database stops without draining', { NODE_ENV: 'production' }, { drainSeconds: 0 }],
    ['the time to drain can be set', { DRAIN_SECONDS: '30' }, { drainSeconds: 30 }],
    ['one proxy is trusted when set', { TRUST_PROXY: '1' }, { trustProxy: 1 }],
    [
      'proxies are trusted by address',
      { TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1, fd00::/8' },
      { trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'] },
    ],
    [
      'limits can be set',
      { RATE_LIMIT_PER_ACCOUNT: '3', RATE_LIMIT_PER_ADDRESS: '9', RATE_LIMIT_PER_SESSION: '8' },
      { limits: { perAccount: 3, perAddress: 9, perSession: 8 } },
    ],
    [
      'identity providers can be on the private network, and DNS servers named',
      { SSO_PRIVATE_NETWORK: '1', SSO_TIMEOUT_SECONDS: '3', DNS_SERVERS: '192.0.2.1, 127.0.0.1:5353,::1, [::1]:53' },
      {
        singleSignOn: { timeoutSeconds: 3, privateNetwork: true, loopback: true },
        dnsServers: ['192.0.2.1', '127.0.0.1:5353', '::1', '[::1]:53'],
      },
    ],
    [
      'loopback identity providers are for trials',
      { NODE_ENV: 'production' },
      { singleSignOn: { timeoutSeconds: 10, privateNetwork: false, loopback: false } },
    ],
    [
      'pool and session sizes can be set',
      { DATABASE_POOL_SIZE: '40', SESSION_DAYS: '30', SESSION_MAX_DAYS: '90' },
      { databasePoolSize: 40, sessionDays: 30, sessionMaxDays: 90 },
    ],
    [
      'the chat has a URL',
      { SUPPORT_WEBHOOK_URL: 'https://chat.example.org/h' },
      { supportWebhookUrl: 'https://chat.example.org/h' },
    ],
    ['SMTP needs a URL', smtp, { emailProvider: 'smtp', smtpUrl: 'smtp://mail.example.org:587' }],
    [
      'Twilio needs three settings and has a default URL',
      twilio,
      {
        twilio: {
          baseUrl: 'https://api.twilio.com',
          accountSid: 'AC1',
          authToken: 'token',
          from: '+12695550100',
        },
      },
    ],
    [
      'a custom Twilio URL loses its trailing slash',
      { ...twilio, TWILIO_BASE_URL: 'http://127.0.0.1:4010/' },
      { twilio: expect.objectContaining({ baseUrl: 'http://127.0.0.1:4010' }) },
    ],
    [
      'S3 needs a bucket and keys, and defaults to Amazon',
      s3,
      {
        s3: {
          bucket: 'kin-files',
          region: 'us-east-1',
          endpoint: undefined,
          pathStyle: false,
          prefix: 'kinbridge/',
          accessKeyId: 'AK',
          secretAccessKey: 'secret',
        },
      },
    ],
    [
      'a custom S3 endpoint defaults to path-style buckets',
      { ...s3, S3_ENDPOINT: 'http://127.0.0.1:9000/', S3_REGION: 'eu-west-1', S3_PREFIX: 'a/b/' },
      { s3: expect.objectContaining({ endpoint: 'http://127.0.0.1:9000', pathStyle: true, prefix: 'a/b/' }) },
    ],
    [
      'a custom S3 endpoint can use virtual-hosted buckets',
      { ...s3, S3_ENDPOINT: 'https://s3.example.org', S3_PATH_STYLE: '0' },
      { s3: expect.objectContaining({ pathStyle: false }) },
    ],
    ['a bucket alone changes nothing', { S3_BUCKET: 'kin-files' }, { s3: null }],
    [
      'texts have a rate and a daily limit',
      { SMS_PER_SECOND: '0.5', SMS_AUTOMATIC_PER_DAY: '3' },
      { smsPerSecond: 0.5, smsAutomaticPerDay: 3 },
    ],
    ['production logs a line per request', { NODE_ENV: 'production' }, { production: true, logLevel: 'info' }],
    [
      'production leaves new organizations to an operator',
      { NODE_ENV: 'production' },
      { organizationApproval: 'operator' },
    ],
    ['on this computer they are approved automatically', {}, { organizationApproval: 'auto' }],
    [
      'ORGANIZATION_APPROVAL overrides the default',
      { NODE_ENV: 'production', ORGANIZATION_APPROVAL: 'auto' },
      { organizationApproval: 'auto' },
    ],
    ['LOG_LEVEL overrides the default', { NODE_ENV: 'production', LOG_LEVEL: 'error' }, { logLevel: 'error' }],
  ];
  test.each(table)('%s', (_sentence, env, expected) => {
    expect(readConfig(env)).toMatchObject(expected);
  });

  test("includes the mail server's CA certificates from their file", async () => {
    const file = join(folder, 'ca.pem');
    await writeFile(file, 'a certificate');
    expect(readConfig({ ...smtp, SMTP_CA_FILE: file }).smtpCa).toBe('a certificate');
  });
});

describe('the outbox, the demo, and what else is for a trial', () => {
  const table: [Environment, Partial<Settings>][] = [
    [{}, { devOutbox: true, demo: true }],
    [{ NODE_ENV: 'test' }, { devOutbox: true, demo: true }],
    [{ HOST: 'localhost' }, { devOutbox: true, demo: true }],
    [{ HOST: '127.8.9.1' }, { devOutbox: true, demo: true }],
    [{ HOST: '::1' }, { devOutbox: true, demo: true }],
    [{ PUBLIC_URL: 'http://localhost:8080' }, { devOutbox: true, demo: true, organizationApproval: 'auto' }],
    [{ PUBLIC_URL: 'http://[::1]:8080/kin' }, { devOutbox: true, demo: true, openedBy: null }],
    [
      { PUBLIC_URL: 'https://portal.example.org' },
      {
        devOutbox: false,
        demo: false,
        openedBy: 'PUBLIC_URL',
        organizationApproval: 'operator',
        singleSignOn: { timeoutSeconds: 10, privateNetwork: false, loopback: false },
      },
    ],
    [{ PUBLIC_URL: 'https://127.0.0.1.example.org' }, { devOutbox: false, demo: false, openedBy: 'PUBLIC_URL' }],
    [
      { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost' },
      { devOutbox: false, openedBy: 'HOST' },
    ],
    [{ HOST: '0.0.0.0' }, { devOutbox: false, demo: false, organizationApproval: 'operator' }],
    [{ HOST: '::' }, { devOutbox: false, demo: false }],
    [{ HOST: '192.168.1.20' }, { devOutbox: false, demo: false }],
    [{ HOST: '127.0.0.1.example.org' }, { devOutbox: false, demo: false }],
    [{ HOST: 'localhost.example.org' }, { devOutbox: false, demo: false }],
    [{ NODE_ENV: 'production' }, { devOutbox: false, demo: false }],
    [smtp, { devOutbox: false, demo: true }],
    [twilio, { devOutbox: false, demo: true }],
    [{ DEMO: '0' }, { devOutbox: true, demo: false }],
    [
      { HOST: '0.0.0.0', DEMO: '1' },
      { devOutbox: false, demo: true },
    ],
    [
      { NODE_ENV: 'production', DEMO: '1' },
      { devOutbox: false, demo: true },
    ],
  ];
  test.each(table)('%o gives %o', (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected);
  });

  test.each<[Environment, RegExp]>([
    [{ HOST: '0.0.0.0' }, /^HOST .*EMAIL_PROVIDER=console/],
    [{ NODE_ENV: 'production', DEMO: '1' }, /^NODE_ENV=production .*DEMO=0\.$/],
  ])('%o is refused for its settings of a trial', (env, sentence) => {
    expect(() => refuseTrialSettings(readConfig(env))).toThrow(sentence);
  });
});

describe('an invalid setting is named in one sentence', () => {
  const prefix = 'The configuration cannot be used.';
  const table: [Environment, string][] = [
    [{ PORT: 'abc' }, `${prefix} PORT: must be a whole number from 0 to 65535.`],
    [{ PORT: '3000.5' }, `${prefix} PORT: must be a whole number from 0 to 65535.`],
    [{ PORT: '65536' }, `${prefix} PORT: must be a whole number from 0 to 65535.`],
    [{ PORT: '-1' }, `${prefix} PORT: must be a whole number from 0 to 65535.`],
    [{ PORT: '0x10' }, `${prefix} PORT: must be a whole number from 0 to 65535.`],
    [{ PORT: ' ' }, `${prefix} PORT: must be a whole number from 0 to 65535.`],
    [{ ORGANIZATION_APPROVAL: 'yes' }, `${prefix} ORGANIZATION_APPROVAL: must be one of auto, operator.`],
    [{ NODE_ENV: 'prod' }, `${prefix} NODE_ENV: must be one of development, production, test.`],
    [{ HOST: 'http://127.0.0.1' }, `${prefix} HOST: must be a host name or an address, without http:// and port.`],
    [{ METRICS_PORT: '70000' }, `${prefix} METRICS_PORT: must be a whole number from 0 to 65535.`],
    [{ METRICS_HOST: 'a:1' }, `${prefix} METRICS_HOST: must be a host name or an address, without http:// and port.`],
    [{ METRICS_TOKEN: 'short' }, `${prefix} METRICS_TOKEN: must have at least 32 characters.`],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'otel:4318' },
      `${prefix} OTEL_EXPORTER_OTLP_ENDPOINT: must begin with http:// or https://.`,
    ],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, `${prefix} OTEL_EXPORTER_OTLP_PROTOCOL: must be http/json.`],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, `${prefix} OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1.`],
    [{ HOST: '127.0.0.1:80' }, `${prefix} HOST: must be a host name or an address, without http:// and port.`],
    [{ PUBLIC_URL: 'portal.example.org' }, `${prefix} PUBLIC_URL: must begin with http:// or https://.`],
    [{ PUBLIC_URL: 'ftp://portal.example.org' }, `${prefix} PUBLIC_URL: must begin with http:// or https://.`],
    [{ DATABASE_URL: 'mysql://localhost/x' }, `${prefix} DATABASE_URL: must begin with postgres://.`],
    [{ DATABASE_OWNER_URL: 'db' }, `${prefix} DATABASE_OWNER_URL: must begin with postgres://.`],
    [{ DATABASE_POOL_SIZE: '1' }, `${prefix} DATABASE_POOL_SIZE: must be a whole number from 2 to 200.`],
    [{ DEMO: 'yes' }, `${prefix} DEMO: must be 0 or 1.`],
    ...['true', '10', '-1', '127.0.0.1,', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', 'proxy.example.org', '::/'].map(
      (value): [Environment, string] => [
        { TRUST_PROXY: value },
        `${prefix} TRUST_PROXY: must be a number of proxies from 0 to 9, or their addresses, such as 127.0.0.1, 10.0.0.0/8.`,
      ],
    ),
    ...['SESSION_SECRET', 'AUDIT_KEY', 'ENCRYPTION_KEY'].map((name): [Environment, string] => [
      { [name]: 'short' },
      `${prefix} ${name}: must have at least 32 characters.`,
    ]),
    [{ SESSION_DAYS: '0' }, `${prefix} SESSION_DAYS: must be a whole number from 1 to 90.`],
    [{ LOG_LEVEL: 'loud' }, `${prefix} LOG_LEVEL: must be one of debug, info, warn, error, silent.`],
    [{ EMAIL_PROVIDER: 'pigeon' }, `${prefix} EMAIL_PROVIDER: must be one of console, smtp.`],
    [{ SMTP_URL: 'mail.example.org' }, `${prefix} SMTP_URL: must begin with smtp:// or smtps://.`],
    [{ SMTP_URL: 'smtp://user:pa ss@[' }, `${prefix} SMTP_URL: must be an address such as smtp://user:pass@host:587.`],
    [
      { SUPPORT_WEBHOOK_URL: 'javascript:alert(1)' },
      `${prefix} SUPPORT_WEBHOOK_URL: must begin with http:// or https://.`,
    ],
    [{ RATE_LIMIT_PER_ACCOUNT: '0' }, `${prefix} RATE_LIMIT_PER_ACCOUNT: must be a whole number of at least 1.`],
    [{ RATE_LIMIT_PER_ADDRESS: 'many' }, `${prefix} RATE_LIMIT_PER_ADDRESS: must be a whole number of at least 1.`],
    [
      { DNS_SERVERS: 'dns.example.org' },
      `${prefix} DNS_SERVERS: must be addresses, such as 192.0.2.1, 127.0.0.1:5353.`,
    ],
    [{ BREACH_LIST_URL: 'pwned' }, `${prefix} BREACH_LIST_URL: must begin with http:// or https://.`],
    [
      { BREACH_LIST_FILE: '/nowhere/sha1.txt' },
      'BREACH_LIST_FILE names /nowhere/sha1.txt, which cannot be read (ENOENT).',
    ],
    [
      { BREACH_LIST_FILE: resolve('package.json') },
      `BREACH_LIST_FILE names ${resolve('package.json')}, whose first line is not SHA1:COUNT.`,
    ],
    [{ SSO_TIMEOUT_SECONDS: '60' }, `${prefix} SSO_TIMEOUT_SECONDS: must be a whole number from 1 to 10.`],
    [{ SMS_PROVIDER: 'pigeon' }, `${prefix} SMS_PROVIDER: must be one of console, twilio.`],
    [{ TWILIO_BASE_URL: 'twilio' }, `${prefix} TWILIO_BASE_URL: must begin with http:// or https://.`],
    [{ RETENTION_TEXTS_DAYS: '30' }, `${prefix} RETENTION_TEXTS_DAYS: must be 0, or at least 90.`],
    [{ FILE_ENCRYPTION: 'on' }, `${prefix} FILE_ENCRYPTION: must be 0 or 1.`],
    [{ KEY_SERVICE_URL: 'vault' }, `${prefix} KEY_SERVICE_URL: must begin with http:// or https://.`],
    [
      { KEY_SERVICE_URL: 'https://vault.example' },
      'KEY_SERVICE_URL is set, so KEY_SERVICE_TOKEN_FILE must name the file with a token for it.',
    ],
    [{ FILE_STORE: 'tape' }, `${prefix} FILE_STORE: must be one of local, s3.`],
    [{ S3_BUCKET: 's3://files' }, `${prefix} S3_BUCKET: must be the name of a bucket, without s3:// and folders.`],
    [{ S3_ENDPOINT: 's3.example.org' }, `${prefix} S3_ENDPOINT: must begin with http:// or https://.`],
    [{ S3_PREFIX: 'kin' }, `${prefix} S3_PREFIX: must be folders that end with a slash, such as kinbridge/.`],
    [{ S3_REGION: 'Frankfurt am Main' }, `${prefix} S3_REGION: must be a region such as us-east-1.`],
    [
      { ...s3, S3_SECRET_ACCESS_KEY: '' },
      'FILE_STORE is s3, so S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set.',
    ],
    [{ SMS_PER_SECOND: '0' }, `${prefix} SMS_PER_SECOND: must be a number from 0.1 to 10000.`],
    [{ SMS_PER_SECOND: 'fast' }, `${prefix} SMS_PER_SECOND: must be a number from 0.1 to 10000.`],
    [{ SMS_AUTOMATIC_PER_DAY: '0' }, `${prefix} SMS_AUTOMATIC_PER_DAY: must be a whole number of at least 1.`],
    [
      { ...twilio, TWILIO_AUTH_TOKEN: '' },
      'SMS_PROVIDER is twilio, so TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM must be set.',
    ],
    [{ PORT: 'abc', DEMO: 'no' }, `${prefix} PORT: must be a whole number from 0 to 65535; DEMO: must be 0 or 1.`],
    [
      { EMAIL_PROVIDER: 'smtp' },
      'EMAIL_PROVIDER is smtp, so SMTP_URL must say where to send, such as smtp://user:pass@host:587.',
    ],
    [
      { ...smtp, SMTP_CA_FILE: '/nowhere/ca.pem' },
      'SMTP_CA_FILE names /nowhere/ca.pem, which cannot be read (ENOENT).',
    ],
  ];
  test.each(table)('%o', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(new StartError(sentence));
  });

  test('without repeating a secret', () => {
    expect(() => readConfig({ SESSION_SECRET: 'hunter2', SMTP_URL: 'smtpx://me:hunter2@host' })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
    );
  });
});

describe('BACKUP_TARGET', () => {
  test('is a folder, or a bucket with the keys of files', () => {
    expect(readConfig({ BACKUP_TARGET: 'kept' }).backups.target).toEqual({ folder: resolve('kept') });
    const bucket = readConfig({ ...s3, BACKUP_TARGET: 's3://kin-backups/daily/' }).backups.target;
    expect(bucket).toMatchObject({ s3: { bucket: 'kin-backups', prefix: 'daily/', accessKeyId: 'AK' } });
    expect(() => readConfig({ BACKUP_TARGET: 's3://kin-backups/' })).toThrow('S3_ACCESS_KEY_ID');
  });

  test.each([
    ['s3://kin/daily/a.kinbridge-backup', { target: 's3://kin/daily/', name: 'a.kinbridge-backup' }],
    ['s3://kin/daily/2026/', { target: 's3://kin/daily/2026/', name: undefined }],
    ['s3://kin', { target: 's3://kin/', name: undefined }],
    ['kept/', { target: resolve('kept'), name: undefined }],
    ['kept/a.kinbridge-backup', { target: resolve('kept'), name: 'a.kinbridge-backup' }],
    ['20261117T101500000Z-scheduled.kinbridge-backup', { target: undefined, name: expect.any(String) }],
  ])('and a name are read from %s', (given, address) => {
    expect(readBackupAddress(given)).toEqual(address);
  });

  test.each(['s3://kin-backups/daily', 'ftp://host/folder', 's3://'])('is refused as %s', (target) => {
    expect(() => readConfig({ ...s3, BACKUP_TARGET: target })).toThrow('BACKUP_TARGET: must be a folder or s3://');
  });
});
