import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { S3AnchorSettings } from '../outside/anchors/s3-anchor-place.ts';
import { breachLine } from '../outside/breach-list/file-breach-list.ts';
import type { S3Settings } from '../outside/files/s3-bucket.ts';
import { isLoopbackHost } from '../outside/network/public-addresses.ts';
import { StartError } from '../start-error.ts';
import { bucketTarget, type Environment, environment, readClamdUrl } from './environment.ts';

/** Reads and validates the environment, which no other file reads; throws a StartError that names every invalid setting. */
export function readConfig(env: Record<string, string | undefined> = process.env, root = projectRoot()) {
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
  const openedBy = readOpenedBy(e);
  const local = openedBy === null;
  return {
    production: e.NODE_ENV === 'production',
    /** What opens the portal to other computers; null for a trial on this one. */
    openedBy,
    host: e.HOST,
    port: e.PORT,
    publicUrl: withoutSlash(e.PUBLIC_URL ?? `http://${e.HOST.includes(':') ? `[${e.HOST}]` : e.HOST}:${e.PORT}`),
    publicUrlGiven: e.PUBLIC_URL !== undefined,
    /** The folder with db/ and web/. */
    root,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    /** Leads past a pooler, or through one that keeps sessions. */
    databaseSessionUrl: e.DATABASE_SESSION_URL ?? e.DATABASE_URL,
    databaseOwnerUrl: e.DATABASE_OWNER_URL ?? e.DATABASE_SESSION_URL ?? e.DATABASE_URL,
    databaseReplicaUrl: e.DATABASE_REPLICA_URL,
    databasePoolSize: e.DATABASE_POOL_SIZE,
    databaseStatements: e.DATABASE_STATEMENTS,
    /**
     * How long to serve on after a signal, while /readyz fails. Nobody can take over from an embedded database, and a
     * trial stops without a wait.
     */
    drainSeconds: e.DRAIN_SECONDS ?? (e.NODE_ENV === 'production' && e.DATABASE_URL !== undefined ? 5 : 0),
    /** How long an upload of a list may keep its caller waiting. */
    uploadAnswerSeconds: e.UPLOAD_ANSWER_SECONDS,
    // Its passwords are public.
    demo: e.DEMO === undefined ? local : e.DEMO === '1',
    /** What lists a new organization: its first admin's verification, or an operator's approval. */
    organizationApproval: e.ORGANIZATION_APPROVAL ?? (local ? 'auto' : 'operator'),
    sessionSecret: e.SESSION_SECRET,
    auditKeyGiven: e.AUDIT_KEY,
    encryptionKeyGiven: e.ENCRYPTION_KEY,
    sessionDays: e.SESSION_DAYS,
    sessionMaxDays: e.SESSION_MAX_DAYS,
    auditAskedDays: e.AUDIT_ASKED_DAYS,
    /** For how many days each kind of record is kept; 0 keeps all. */
    retention: {
      emails: e.RETENTION_EMAILS_DAYS,
      texts: e.RETENTION_TEXTS_DAYS,
      support: e.RETENTION_SUPPORT_DAYS,
      devices: e.RETENTION_DEVICES_DAYS,
      sessions: e.RETENTION_SESSIONS_DAYS,
      links: e.RETENTION_LINKS_DAYS,
      skippedRows: e.RETENTION_SKIPPED_ROWS_DAYS,
    },
    /** Where the audit chain's head is stored, out of reach of the database owner. */
    auditAnchors: {
      file: e.AUDIT_ANCHOR_FILE && resolve(e.AUDIT_ANCHOR_FILE),
      s3: readAnchorBucket(e),
      url: e.AUDIT_ANCHOR_URL,
    },
    /**
     * `keep` scheduled backups stay, and those of the last `keepDays`; `testDays` is how often one is restored as a test,
     * 0 is never.
     */
    backups: {
      key: e.BACKUP_KEY,
      target: readBackupTarget(e),
      everyHours: e.BACKUP_EVERY_HOURS,
      keep: e.BACKUP_KEEP,
      keepDays: e.BACKUP_KEEP_DAYS,
      testDays: e.BACKUP_TEST_DAYS,
    },
    /** The number or addresses of proxies in front; only they are trusted about a caller's address. */
    trustProxy: e.TRUST_PROXY,
    // Request lines are for operators, not for people trying Kinbridge in a terminal.
    logLevel: e.LOG_LEVEL ?? (e.NODE_ENV === 'production' ? 'info' : 'warn'),
    /** Where Prometheus reads: a port of its own, /metrics with a token, or nowhere. */
    metrics: { port: e.METRICS_PORT, host: e.METRICS_HOST, token: e.METRICS_TOKEN },
    /** Where traces are exported; null exports none. */
    tracing: readTracing(e),
    emailProvider: e.EMAIL_PROVIDER,
    emailFrom: e.EMAIL_FROM,
    smtpUrl: e.SMTP_URL,
    /** CA certificates for a private mail server, in addition to the public ones. */
    smtpCa: e.SMTP_CA_FILE && readNamed('SMTP_CA_FILE', e.SMTP_CA_FILE, (file) => readFileSync(file, 'utf8')),
    twilio,
    smsPerSecond: e.SMS_PER_SECOND,
    smsAutomaticPerDay: e.SMS_AUTOMATIC_PER_DAY,
    /** Whether new files are encrypted. */
    fileEncryption: e.FILE_ENCRYPTION === '1',
    /** What wraps the keys of files instead of ENCRYPTION_KEY. */
    keyService: readKeyService(e),
    /** Where files are stored instead of the data folder. */
    s3:
      e.FILE_STORE === 's3'
        ? readBucket(e, { bucket: e.S3_BUCKET, prefix: e.S3_PREFIX, because: 'FILE_STORE is s3, so S3_BUCKET,' })
        : null,
    supportWebhookUrl: e.SUPPORT_WEBHOOK_URL,
    jotform: e.JOTFORM_API_KEY ? { baseUrl: withoutSlash(e.JOTFORM_BASE_URL), apiKey: e.JOTFORM_API_KEY } : null,
    googleForms: readGoogleForms(e),
    /** Shows outgoing messages to people trying the portal, only on the local machine. */
    devOutbox: e.EMAIL_PROVIDER === 'console' && twilio === null && local,
    /** Limits for public uploads that don't have an answer yet, and the disk space to leave free. */
    publicFiles: {
      perAddressMb: e.PUBLIC_FILES_PER_ADDRESS_MB,
      perFormMb: e.PUBLIC_FILES_PER_FORM_MB,
      totalMb: e.PUBLIC_FILES_TOTAL_MB,
      reserveMb: e.PUBLIC_FILES_RESERVE_MB,
    },
    limits: {
      perAccount: e.RATE_LIMIT_PER_ACCOUNT,
      perAddress: e.RATE_LIMIT_PER_ADDRESS,
      perSession: e.RATE_LIMIT_PER_SESSION,
    },
    /** How many members one person may open or export in an hour before others are told; 0 tells nobody. */
    readAlertPerHour: e.READ_ALERT_PER_HOUR,
    /** The virus scanner, and what becomes of uploads while it is away; null scans nothing. */
    scans: readScans(e),
    /** Lists of leaked passwords. */
    breachLists: { file: readBreachFile(e), url: e.BREACH_LIST_URL && withoutSlash(e.BREACH_LIST_URL) },
    /** Asked for the records that prove a domain; empty asks the system's own servers. */
    dnsServers: e.DNS_SERVERS,
    /** How identity providers may be reached. */
    singleSignOn: {
      timeoutSeconds: e.SSO_TIMEOUT_SECONDS,
      privateNetwork: e.SSO_PRIVATE_NETWORK === '1' || local,
      loopback: local,
    },
  };
}

function readScans({ CLAMD_URL: url, CLAMD_AWAY: away }: Environment) {
  const clamd = url === undefined ? null : readClamdUrl(url);
  return clamd && { clamd, away };
}

/** The setting through which other computers reach this portal; null for a trial on this one. */
function readOpenedBy(e: Environment) {
  if (e.NODE_ENV === 'production') return 'NODE_ENV=production';
  if (!isLoopbackHost(e.HOST)) return 'HOST';
  const publicHost = e.PUBLIC_URL && new URL(e.PUBLIC_URL).hostname.replace(/^\[(.*)\]$/, '$1');
  return publicHost && !isLoopbackHost(publicHost) ? 'PUBLIC_URL' : null;
}

/** The standard variables of OpenTelemetry. Its libraries read headers, timeout, compression and resource attributes. */
function readTracing(e: Environment) {
  const base = e.OTEL_EXPORTER_OTLP_ENDPOINT && `${withoutSlash(e.OTEL_EXPORTER_OTLP_ENDPOINT)}/v1/traces`;
  const url = e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? base;
  if (url === undefined || e.OTEL_SDK_DISABLED === 'true' || e.OTEL_TRACES_EXPORTER === 'none') return null;
  const sampler = e.OTEL_TRACES_SAMPLER.replace('parentbased_', '');
  const ratio = { always_on: 1, always_off: 0 }[sampler] ?? e.OTEL_TRACES_SAMPLER_ARG;
  return { url, serviceName: e.OTEL_SERVICE_NAME, ratio };
}

function readNamed<T>(setting: string, file: string, read: (file: string) => T): T {
  try {
    return read(file);
  } catch (error) {
    throw new StartError(`${setting} names ${file}, which cannot be read (${(error as { code?: string }).code}).`);
  }
}

/** The list's path. Only its first line is read here. */
function readBreachFile({ BREACH_LIST_FILE: file }: Environment): string | undefined {
  if (file === undefined) return;
  const start = Buffer.alloc(64);
  readNamed('BREACH_LIST_FILE', file, () => {
    const opened = openSync(file, 'r');
    readSync(opened, start);
    closeSync(opened);
  });
  if (breachLine.test(start.toString('latin1').split('\n')[0] ?? '')) return resolve(file);
  throw new StartError(`BREACH_LIST_FILE names ${file}, whose first line is not SHA1:COUNT.`);
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

const serviceAccount = z.object({ client_email: z.string().min(3), private_key: z.string().includes('PRIVATE KEY') });

/** A service account's key file from Google. We choose the token URL, not the file. */
function readGoogleForms(e: Environment) {
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
function readTwilio(e: Environment) {
  if (e.SMS_PROVIDER !== 'twilio') return null;
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM } = e;
  if (!TWILIO_ACCOUNT_SID || !TWILIO_AUTH_TOKEN || !TWILIO_FROM) {
    throw new StartError(
      'SMS_PROVIDER is twilio, so TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM must be set.',
    );
  }
  return {
    baseUrl: withoutSlash(e.TWILIO_BASE_URL),
    accountSid: TWILIO_ACCOUNT_SID,
    authToken: TWILIO_AUTH_TOKEN,
    from: TWILIO_FROM,
  };
}

/** Where a key service is, and the file with our token for it. */
function readKeyService(e: Environment) {
  if (!e.KEY_SERVICE_URL) return null;
  if (!e.KEY_SERVICE_TOKEN_FILE) {
    throw new StartError('KEY_SERVICE_URL is set, so KEY_SERVICE_TOKEN_FILE must name the file with a token for it.');
  }
  const tokenFile = resolve(e.KEY_SERVICE_TOKEN_FILE);
  return { url: withoutSlash(e.KEY_SERVICE_URL), keyName: e.KEY_SERVICE_KEY, tokenFile };
}

/** The settings of a command, with another place of backups if one is given. */
export function readConfigWith(target: string | undefined) {
  return readConfig(target === undefined ? process.env : { ...process.env, BACKUP_TARGET: target });
}

/** Where scheduled backups go. */
export type BackupTarget = { folder: string } | { s3: S3Settings };

function readBackupTarget(e: Environment): BackupTarget | null {
  const target = e.BACKUP_TARGET;
  if (!target) return null;
  const [, bucket, prefix = ''] = bucketTarget.exec(target) ?? [];
  if (!bucket) return { folder: resolve(target) };
  return { s3: readBucket(e, { bucket, prefix, because: 'The place of backups is a bucket, so' }) };
}

function readAnchorBucket(e: Environment): S3AnchorSettings | null {
  const { AUDIT_ANCHOR_S3_BUCKET: bucket, AUDIT_ANCHOR_S3_PREFIX: prefix, AUDIT_ANCHOR_S3_DAYS: retainDays } = e;
  if (!bucket) return null;
  return { ...readBucket(e, { bucket, prefix, because: 'AUDIT_ANCHOR_S3_BUCKET is set, so' }), retainDays };
}

interface Bucket {
  bucket: string | undefined;
  prefix: string;
  /** Why its settings must be there. */
  because: string;
}

/** All buckets are on the same server and have the same keys. */
function readBucket(e: Environment, { bucket, prefix, because }: Bucket): S3Settings {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = e;
  if (!bucket || !accessKeyId || !secretAccessKey) {
    throw new StartError(`${because} S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set.`);
  }
  return {
    region: e.S3_REGION,
    endpoint: e.S3_ENDPOINT && withoutSlash(e.S3_ENDPOINT),
    // Self-hosted servers rarely have a host name per bucket.
    pathStyle: e.S3_PATH_STYLE === undefined ? e.S3_ENDPOINT !== undefined : e.S3_PATH_STYLE === '1',
    accessKeyId,
    secretAccessKey,
    bucket,
    prefix,
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
