import type { S3AnchorSettings } from './outside/anchors/s3-anchor-place.ts';
import type { S3Settings } from './outside/files/s3-client.ts';
import type { GoogleSettings } from './outside/form-import/google-form-source.ts';
import type { TransitSettings } from './outside/keys/transit-key-service.ts';
import type { TwilioSettings } from './outside/sms/twilio-sms-provider.ts';
import type { ClamdAddress } from './outside/virus-scanner/clamd-scanner.ts';
import type { TraceSettings } from './telemetry/tracing.ts';

/** Where scheduled backups go. */
export type BackupTarget = { folder: string } | { s3: S3Settings };

/** The parsed settings, which main/config.ts reads from the environment. */
export interface Settings {
  production: boolean;
  /** What opens the portal to other computers; null for a trial on this one. */
  openedBy: 'NODE_ENV=production' | 'HOST' | 'PUBLIC_URL' | null;
  host: string;
  port: number;
  publicUrl: string;
  publicUrlGiven: boolean;
  /** The folder with db/ and web/. */
  root: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Leads past a pooler, or through one that keeps sessions. */
  databaseSessionUrl: string | undefined;
  databaseOwnerUrl: string | undefined;
  databaseReplicaUrl: string | undefined;
  databasePoolSize: number;
  databaseStatements: 'auto' | 'named' | 'unnamed';
  /** How long to serve on after a signal, while /readyz fails. */
  drainSeconds: number;
  /** How long an upload of a list may keep its caller waiting. */
  uploadAnswerSeconds: number;
  demo: boolean;
  /** What lists a new organization: its first admin's verification, or an operator's approval. */
  organizationApproval: 'auto' | 'operator';
  sessionSecret: string | undefined;
  auditKeyGiven: string | undefined;
  encryptionKeyGiven: string | undefined;
  sessionDays: number;
  sessionMaxDays: number;
  auditAskedDays: number;
  /** For how many days each kind of record is kept; 0 keeps all. */
  retention: Record<'emails' | 'texts' | 'support' | 'devices' | 'sessions' | 'links' | 'skippedRows', number>;
  /** Where the audit chain's head is stored, out of reach of the database owner. */
  auditAnchors: { file: string | undefined; s3: S3AnchorSettings | null; url: string | undefined };
  /**
   * `keep` scheduled backups stay, and those of the last `keepDays`; `testDays` is how often one is restored as a test, 0
   * is never.
   */
  backups: {
    key: string | undefined;
    target: BackupTarget | null;
    everyHours: number;
    keep: number;
    keepDays: number;
    testDays: number;
  };
  /** The number or addresses of proxies in front; only they are trusted about a caller's address. */
  trustProxy: number | string[];
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Where Prometheus reads: a port of its own, /metrics with a token, or nowhere. */
  metrics: { port: number | undefined; host: string; token: string | undefined };
  /** Where traces are exported; null exports none. */
  tracing: TraceSettings | null;
  emailProvider: 'console' | 'smtp';
  emailFrom: string;
  smtpUrl: string | undefined;
  /** CA certificates for a private mail server, in addition to the public ones. */
  smtpCa: string | undefined;
  twilio: Pick<TwilioSettings, 'baseUrl' | 'accountSid' | 'authToken' | 'from'> | null;
  smsPerSecond: number;
  smsAutomaticPerDay: number;
  /** Whether new files are encrypted. */
  fileEncryption: boolean;
  /** What wraps the keys of files instead of ENCRYPTION_KEY. */
  keyService: TransitSettings | null;
  /** Where files are stored instead of the data folder. */
  s3: S3Settings | null;
  supportWebhookUrl: string | undefined;
  jotform: { baseUrl: string; apiKey: string } | null;
  googleForms: GoogleSettings | null;
  /** Shows outgoing messages to people trying the portal, only on the local machine. */
  devOutbox: boolean;
  /** Limits for public uploads that don't have an answer yet, and the disk space to leave free. */
  publicFiles: { perAddressMb: number; perFormMb: number; totalMb: number; reserveMb: number };
  limits: { perAccount: number; perAddress: number; perSession: number };
  /** How many members one person may open or export in an hour before others are told; 0 tells nobody. */
  readAlertPerHour: number;
  /** The virus scanner, and what becomes of uploads while it is away; null scans nothing. */
  scans: { clamd: ClamdAddress; away: 'refuse' | 'accept' } | null;
  /** Lists of leaked passwords. */
  breachLists: { file: string | undefined; url: string | undefined };
  /** Asked for the records that prove a domain; empty asks the system's own servers. */
  dnsServers: string[];
  /** How identity providers may be reached. */
  singleSignOn: { timeoutSeconds: number; privateNetwork: boolean; loopback: boolean };
}

export interface Keys {
  /** Signs tokens. */
  secret: string;
  /** Seals the audit log. */
  auditKey: string;
  /** Encrypts secrets in the database: one key or several, the newest first, separated by commas. */
  encryptionKey: string;
  /** For what can't be encrypted again with a new key: hashes of recovery codes, and the keys of drafts. */
  derivationKey: string;
}

/** The settings and the keys, either configured or stored in the data folder. */
export type Config = Settings & Keys;
