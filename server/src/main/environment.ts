import { isIP, isIPv6 } from 'node:net';
import { z } from 'zod';
import type { ClamdAddress } from '../outside/virus-scanner/clamd-scanner.ts';

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

/** Days after which records are deleted, never sooner than people still work with them; 0 keeps them. */
const keptDays = wholeNumber(0, 36_500).refine((days) => days === 0 || days >= 90, 'must be 0, or at least 90');

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
/** The bucket and, after it, folders. */
export const bucketTarget = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[A-Za-z0-9_-]+\/)*))?$/;
const key = z.string().min(32, 'must have at least 32 characters');
const databaseAddress = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://');

function isAddressOrRange(text: string): boolean {
  const [address = '', bits] = text.split('/', 2);
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (longest === 0 || bits === undefined) return longest > 0 && text === address;
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= longest && text === `${address}/${bits}`;
}

/** An IP address, with a port if it isn't 53. */
function isServerAddress(text: string): boolean {
  const [, v6, v4] = /^(?:\[(.+)\](?::\d{1,5})?|([\d.]+)(?::\d{1,5})?)$/.exec(text) ?? [];
  return isIP(v6 ?? v4 ?? text) > 0;
}

/** Where clamd listens: `tcp://host:3310` or `unix:/path`. */
export function readClamdUrl(text: string): ClamdAddress | null {
  const [, path] = /^unix:(?:\/\/(?=\/))?(\/.+)$/.exec(text) ?? [];
  if (path) return { path };
  if (!/^tcp:\/\/[^/?#@]+\/?$/.test(text) || !URL.canParse(text)) return null;
  const { hostname, port } = new URL(text);
  return hostname === '' ? null : { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || 3310) };
}

/** Every setting with its rule and default. docs/OPERATIONS.md describes each; config.ts reads them. */
export const environment = z.object({
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
  UPLOAD_ANSWER_SECONDS: wholeNumber(0, 300).default(25),
  DEMO: oneOf('0', '1').optional(),
  ORGANIZATION_APPROVAL: oneOf('auto', 'operator').optional(),
  SESSION_SECRET: key.optional(),
  AUDIT_KEY: key.optional(),
  ENCRYPTION_KEY: key.optional(),
  BACKUP_KEY: key.optional(),
  BACKUP_TARGET: z
    .string()
    .refine(
      (target) => !/^\w+:\/\//.test(target) || bucketTarget.test(target),
      'must be a folder or s3://bucket/prefix/',
    )
    .optional(),
  BACKUP_EVERY_HOURS: wholeNumber(1, 8784).default(24),
  BACKUP_KEEP: wholeNumber(1, 1000).default(14),
  BACKUP_KEEP_DAYS: wholeNumber(0, 36_500).default(0),
  BACKUP_TEST_DAYS: wholeNumber(0, 366).default(7),
  AUDIT_ANCHOR_FILE: z.string().optional(),
  AUDIT_ANCHOR_S3_BUCKET: bucketName.optional(),
  AUDIT_ANCHOR_S3_PREFIX: folders.default('kinbridge-audit/'),
  AUDIT_ANCHOR_S3_DAYS: wholeNumber(1, 36_500).default(365),
  AUDIT_ANCHOR_URL: webAddress.optional(),
  AUDIT_ASKED_DAYS: wholeNumber(1, 36_500).default(365),
  RETENTION_EMAILS_DAYS: keptDays.default(0),
  RETENTION_TEXTS_DAYS: keptDays.default(0),
  RETENTION_SUPPORT_DAYS: keptDays.default(0),
  RETENTION_DEVICES_DAYS: wholeNumber(1, 36_500).default(180),
  RETENTION_SESSIONS_DAYS: wholeNumber(1, 36_500).default(7),
  RETENTION_LINKS_DAYS: wholeNumber(1, 36_500).default(30),
  RETENTION_SKIPPED_ROWS_DAYS: wholeNumber(1, 36_500).default(30),
  SESSION_DAYS: wholeNumber(1, 90).default(14),
  SESSION_MAX_DAYS: wholeNumber(1, 365).default(30),
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
  FILE_ENCRYPTION: oneOf('0', '1').default('0'),
  KEY_SERVICE_URL: webAddress.optional(),
  KEY_SERVICE_KEY: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the name of a key')
    .default('kinbridge'),
  KEY_SERVICE_TOKEN_FILE: z.string().optional(),
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
  RATE_LIMIT_PER_SESSION: wholeNumber(1).default(600),
  READ_ALERT_PER_HOUR: wholeNumber(0).default(100),
  CLAMD_URL: z
    .string()
    .refine(
      (url) => readClamdUrl(url) !== null,
      'must be tcp:// with a host and a port, or unix: with the path of a socket',
    )
    .optional(),
  CLAMD_AWAY: oneOf('refuse', 'accept').default('refuse'),
  BREACH_LIST_FILE: z.string().optional(),
  BREACH_LIST_URL: webAddress.optional(),
  DNS_SERVERS: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .refine((servers) => servers.every(isServerAddress), 'must be addresses, such as 192.0.2.1, 127.0.0.1:5353')
    .default([]),
  SSO_TIMEOUT_SECONDS: wholeNumber(1, 10).default(10),
  SSO_PRIVATE_NETWORK: oneOf('0', '1').default('0'),
});

export type Environment = z.output<typeof environment>;

/** For checks of files that name settings. */
export const settingNames: readonly string[] = Object.keys(environment.shape);
