import { existsSync, readFileSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Settings } from '../config.ts';
import { StartError } from '../start-error.ts';

/** Only digits, since coercion would read ' ' as 0 and '1e3' as 1000. */
function wholeNumber(min: number, max = 999_999_999) {
  const range = max === 999_999_999 ? `of at least ${min}` : `from ${min} to ${max}`;
  const message = `must be a whole number ${range}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((number) => number >= min && number <= max, message);
}

function oneOf<const T extends [string, ...string[]]>(...choices: T) {
  const list = choices.length === 2 && choices[0] === '0' ? '0 or 1' : `one of ${choices.join(', ')}`;
  return z.enum(choices, `must be ${list}`);
}

const webAddress = z.url({ protocol: /^https?$/, error: 'must begin with http:// or https://' });
const hostName = z
  .string()
  .refine(
    (host) => isIPv6(host) || /^[\w.-]+$/.test(host),
    'must be a host name or an address, without http:// and port',
  );
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
const perSecondMessage = 'must be a number from 0.1 to 10000';
const proxiesMessage = 'must be a number of proxies from 0 to 9, or their addresses, such as 127.0.0.1, 10.0.0.0/8';
const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, without s3:// and folders');
const folders = z.string().regex(/^([A-Za-z0-9_-]+\/)+$/, 'must be folders that end with a slash, such as kinbridge/');
const key = z.string().min(32, 'must have at least 32 characters');
const databaseAddress = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://');

function isAddressOrRange(text: string): boolean {
  const [address = '', bits] = text.split('/', 2);
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (longest === 0 || bits === undefined) return longest > 0 && text === address;
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= longest && text === `${address}/${bits}`;
}

/** Every setting. Only this file reads the environment; docs/OPERATIONS.md describes each setting. */
const environment = z.object({
  NODE_ENV: oneOf('development', 'production', 'test').default('development'),
  HOST: hostName.default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: webAddress.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_SESSION_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 200).default(10),
  DATABASE_STATEMENTS: oneOf('auto', 'named', 'unnamed').default('auto'),
  DRAIN_SECONDS: wholeNumber(0, 300).optional(),
  DEMO: oneOf('0', '1').optional(),
  ORGANIZATION_APPROVAL: oneOf('auto', 'operator').optional(),
  SESSION_SECRET: key.optional(),
  AUDIT_KEY: key.optional(),
  ENCRYPTION_KEY: key.optional(),
  AUDIT_ANCHOR_FILE: z.string().optional(),
  AUDIT_ANCHOR_S3_BUCKET: bucketName.optional(),
  AUDIT_ANCHOR_S3_PREFIX: folders.default('kinbridge-audit/'),
  AUDIT_ANCHOR_S3_DAYS: wholeNumber(1, 36_500).default(365),
  AUDIT_ANCHOR_URL: webAddress.optional(),
  AUDIT_ASKED_DAYS: wholeNumber(1, 36_500).default(365),
  SESSION_DAYS: wholeNumber(1, 90).default(14),
  TRUST_PROXY: z
    .string()
    .transform((text) => (/^\d$/.test(text) ? Number(text) : text.split(',').map((address) => address.trim())))
    .refine((proxies) => typeof proxies === 'number' || proxies.every(isAddressOrRange), proxiesMessage)
    .default(0),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: hostName.default('127.0.0.1'),
  METRICS_TOKEN: key.optional(),
  OTEL_SDK_DISABLED: oneOf('true', 'false').default('false'),
  OTEL_TRACES_EXPORTER: oneOf('otlp', 'none').default('otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/json', 'must be http/json').default('http/json'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.literal('http/json', 'must be http/json').default('http/json'),
  OTEL_SERVICE_NAME: z.string().default('kinbridge'),
  OTEL_TRACES_SAMPLER: oneOf(...samplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|0?\.\d{1,9}|1\.0+)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
  LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent').optional(),
  EMAIL_PROVIDER: oneOf('console', 'smtp').default('console'),
  EMAIL_FROM: z.string().min(3).default('Kinbridge <no-reply@localhost>'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'must begin with smtp:// or smtps://', abort: true })
    .refine((url) => URL.canParse(url), 'must be an address such as smtp://user:pass@host:587')
    .optional(),
  SMTP_CA_FILE: z.string().optional(),
  SMS_PROVIDER: oneOf('console', 'twilio').default('console'),
  TWILIO_BASE_URL: webAddress.default('https://api.twilio.com'),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  SMS_PER_SECOND: z
    .string()
    .regex(/^\d{1,5}(\.\d)?$/, perSecondMessage)
    .transform(Number)
    .refine((number) => number >= 0.1 && number <= 10_000, perSecondMessage)
    .default(10),
  SMS_AUTOMATIC_PER_DAY: wholeNumber(1).default(20),
  FILE_STORE: oneOf('local', 's3').default('local'),
  S3_BUCKET: bucketName.optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a region such as us-east-1')
    .default('us-east-1'),
  S3_ENDPOINT: webAddress.optional(),
  S3_PATH_STYLE: oneOf('0', '1').optional(),
  S3_PREFIX: folders.default('kinbridge/'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SUPPORT_WEBHOOK_URL: webAddress.optional(),
  JOTFORM_API_KEY: z.string().optional(),
  JOTFORM_BASE_URL: webAddress.default('https://api.jotform.com'),
  GOOGLE_FORMS_KEY_FILE: z.string().optional(),
  GOOGLE_FORMS_BASE_URL: webAddress.default('https://forms.googleapis.com'),
  GOOGLE_TOKEN_URL: webAddress.default('https://oauth2.googleapis.com/token'),
  PUBLIC_FILES_PER_ADDRESS_MB: wholeNumber(1).default(150),
  PUBLIC_FILES_PER_FORM_MB: wholeNumber(1).default(500),
  PUBLIC_FILES_TOTAL_MB: wholeNumber(1).default(2000),
  PUBLIC_FILES_RESERVE_MB: wholeNumber(0).default(1000),
  RATE_LIMIT_PER_ACCOUNT: wholeNumber(1).default(10),
  RATE_LIMIT_PER_ADDRESS: wholeNumber(1).default(600),
});

/** For checks of files that name settings. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

/** Reads and validates the configuration; throws a StartError that names every invalid setting. */
export function readConfig(env: Record<string, string | undefined> = process.env, root = projectRoot()): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new StartError(`The configuration cannot be used. ${problems.join('; ')}.`);
  }
  const e = parsed.data;
  if (e.EMAIL_PROVIDER === 'smtp' && !e.SMTP_URL) {
    throw new StartError(
      'EMAIL_PROVIDER is smtp, so SMTP_URL must say where to send, such as smtp://user:pass@host:587.',
    );
  }
  const twilio = readTwilio(e);
  const loopback = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(e.HOST);
  const local = loopback && e.NODE_ENV !== 'production';
  return {
    production: e.NODE_ENV === 'production',
    host: e.HOST,
    port: e.PORT,
    publicUrl: (e.PUBLIC_URL ?? `http://${e.HOST.includes(':') ? `[${e.HOST}]` : e.HOST}:${e.PORT}`).replace(
      /\/+$/,
      '',
    ),
    publicUrlGiven: e.PUBLIC_URL !== undefined,
    root,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    databaseSessionUrl: e.DATABASE_SESSION_URL ?? e.DATABASE_URL,
    databaseOwnerUrl: e.DATABASE_OWNER_URL ?? e.DATABASE_SESSION_URL ?? e.DATABASE_URL,
    databaseReplicaUrl: e.DATABASE_REPLICA_URL,
    databasePoolSize: e.DATABASE_POOL_SIZE,
    databaseStatements: e.DATABASE_STATEMENTS,
    // Nobody can take over from an embedded database, and a trial stops without a wait.
    drainSeconds: e.DRAIN_SECONDS ?? (e.NODE_ENV === 'production' && e.DATABASE_URL !== undefined ? 5 : 0),
    // Demo passwords are public, so on other hosts the demo must be enabled explicitly.
    demo: e.DEMO === undefined ? local : e.DEMO === '1',
    organizationApproval: e.ORGANIZATION_APPROVAL ?? (e.NODE_ENV === 'production' ? 'operator' : 'auto'),
    sessionSecret: e.SESSION_SECRET,
    auditKeyGiven: e.AUDIT_KEY,
    encryptionKeyGiven: e.ENCRYPTION_KEY,
    sessionDays: e.SESSION_DAYS,
    auditAskedDays: e.AUDIT_ASKED_DAYS,
    auditAnchors: {
      file: e.AUDIT_ANCHOR_FILE && resolve(e.AUDIT_ANCHOR_FILE),
      s3: readAnchorS3(e),
      url: e.AUDIT_ANCHOR_URL,
    },
    trustProxy: e.TRUST_PROXY,
    // Request lines are for operators, not for people trying Kinbridge in a terminal.
    logLevel: e.LOG_LEVEL ?? (e.NODE_ENV === 'production' ? 'info' : 'warn'),
    metrics: { port: e.METRICS_PORT, host: e.METRICS_HOST, token: e.METRICS_TOKEN },
    tracing: readTracing(e),
    emailProvider: e.EMAIL_PROVIDER,
    emailFrom: e.EMAIL_FROM,
    smtpUrl: e.SMTP_URL,
    smtpCa: e.SMTP_CA_FILE === undefined ? undefined : readCertificates(e.SMTP_CA_FILE),
    twilio,
    smsPerSecond: e.SMS_PER_SECOND,
    smsAutomaticPerDay: e.SMS_AUTOMATIC_PER_DAY,
    s3: readS3(e),
    supportWebhookUrl: e.SUPPORT_WEBHOOK_URL,
    jotform: e.JOTFORM_API_KEY ? { baseUrl: withoutSlash(e.JOTFORM_BASE_URL), apiKey: e.JOTFORM_API_KEY } : null,
    googleForms: readGoogleForms(e),
    devOutbox: e.EMAIL_PROVIDER === 'console' && twilio === null && local,
    publicFiles: {
      perAddressMb: e.PUBLIC_FILES_PER_ADDRESS_MB,
      perFormMb: e.PUBLIC_FILES_PER_FORM_MB,
      totalMb: e.PUBLIC_FILES_TOTAL_MB,
      reserveMb: e.PUBLIC_FILES_RESERVE_MB,
    },
    limits: { perAccount: e.RATE_LIMIT_PER_ACCOUNT, perAddress: e.RATE_LIMIT_PER_ADDRESS },
  };
}

/** The standard variables of OpenTelemetry. Its libraries read headers, timeout, compression and resource attributes. */
function readTracing(e: z.output<typeof environment>) {
  const base = e.OTEL_EXPORTER_OTLP_ENDPOINT && `${withoutSlash(e.OTEL_EXPORTER_OTLP_ENDPOINT)}/v1/traces`;
  const url = e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? base;
  if (url === undefined || e.OTEL_SDK_DISABLED === 'true' || e.OTEL_TRACES_EXPORTER === 'none') return null;
  const sampler = e.OTEL_TRACES_SAMPLER.replace('parentbased_', '');
  const ratio = { always_on: 1, always_off: 0 }[sampler] ?? e.OTEL_TRACES_SAMPLER_ARG;
  return { url, serviceName: e.OTEL_SERVICE_NAME, ratio };
}

function readCertificates(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`SMTP_CA_FILE names ${file}, which cannot be read (${(error as { code?: string }).code}).`);
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

const serviceAccount = z.object({ client_email: z.string().min(3), private_key: z.string().includes('PRIVATE KEY') });

/** A service account's key file from Google. We choose the token URL, not the file. */
function readGoogleForms(e: z.output<typeof environment>) {
  const file = e.GOOGLE_FORMS_KEY_FILE;
  if (file === undefined) return null;
  try {
    const { client_email, private_key } = serviceAccount.parse(JSON.parse(readFileSync(file, 'utf8')));
    const addresses = { baseUrl: withoutSlash(e.GOOGLE_FORMS_BASE_URL), tokenUrl: e.GOOGLE_TOKEN_URL };
    return { ...addresses, clientEmail: client_email, privateKey: private_key };
  } catch {
    throw new StartError(`GOOGLE_FORMS_KEY_FILE names ${file}, which is not the key file of a service account.`);
  }
}

/** Twilio's settings, all of them or none. */
function readTwilio(e: z.output<typeof environment>) {
  if (e.SMS_PROVIDER !== 'twilio') return null;
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM } = e;
  if (!TWILIO_ACCOUNT_SID || !TWILIO_AUTH_TOKEN || !TWILIO_FROM) {
    throw new StartError(
      'SMS_PROVIDER is twilio, so TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM must be set.',
    );
  }
  return {
    baseUrl: e.TWILIO_BASE_URL.replace(/\/+$/, ''),
    accountSid: TWILIO_ACCOUNT_SID,
    authToken: TWILIO_AUTH_TOKEN,
    from: TWILIO_FROM,
  };
}

/** The bucket's settings, all of them or none. */
function readS3(e: z.output<typeof environment>) {
  if (e.FILE_STORE !== 's3') return null;
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = e;
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    throw new StartError('FILE_STORE is s3, so S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set.');
  }
  const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
  return { ...s3Server(e), ...keys, bucket: S3_BUCKET, prefix: e.S3_PREFIX };
}

/** The bucket for anchors of the audit log, on the same server and with the same keys as files. */
function readAnchorS3(e: z.output<typeof environment>) {
  const bucket = e.AUDIT_ANCHOR_S3_BUCKET;
  if (!bucket) return null;
  const { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = e;
  if (!S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    throw new StartError('AUDIT_ANCHOR_S3_BUCKET is set, so S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set.');
  }
  const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
  return { ...s3Server(e), ...keys, bucket, prefix: e.AUDIT_ANCHOR_S3_PREFIX, retainDays: e.AUDIT_ANCHOR_S3_DAYS };
}

function s3Server(e: z.output<typeof environment>) {
  return {
    region: e.S3_REGION,
    endpoint: e.S3_ENDPOINT?.replace(/\/+$/, ''),
    /** Self-hosted servers rarely have a host name per bucket. */
    pathStyle: e.S3_PATH_STYLE === undefined ? e.S3_ENDPOINT !== undefined : e.S3_PATH_STYLE === '1',
  };
}

/** The folder with db/ and web/, for both source and built files. */
export function projectRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(resolve(folder, 'db/migrations'))) {
    const parent = resolve(folder, '..');
    if (parent === folder) throw new StartError('The folder db/migrations is missing beside the server.');
    folder = parent;
  }
  return folder;
}
