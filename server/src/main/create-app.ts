import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { AppContext } from '../app-context.ts';
import type { Config } from '../config.ts';
import type { DatabaseAddresses } from '../db/addresses.ts';
import { createDatabase, createSessionDatabase, type Database } from '../db/database.ts';
import { createPool } from '../db/pool.ts';
import { Replica } from '../db/replica.ts';
import { addToOutbox } from '../features/messages/dev-outbox.queries.ts';
import { NeedsYouTotals } from '../features/needs-you/needs-you-totals.ts';
import type { AnchorPlace } from '../outside/anchors/anchor-place.ts';
import { FileAnchorPlace } from '../outside/anchors/file-anchor-place.ts';
import { S3AnchorPlace } from '../outside/anchors/s3-anchor-place.ts';
import { UrlAnchorPlace } from '../outside/anchors/url-anchor-place.ts';
import { FileBreachList } from '../outside/breach-list/file-breach-list.ts';
import { UrlBreachList } from '../outside/breach-list/url-breach-list.ts';
import { DnsDomainRecords } from '../outside/dns/domain-records.ts';
import { ConsoleEmailSender } from '../outside/email/console-email-sender.ts';
import { SmtpEmailSender } from '../outside/email/smtp-email-sender.ts';
import type { FileStore, StreamingFileStore } from '../outside/files/file-store.ts';
import { LocalFileStore } from '../outside/files/local-file-store.ts';
import { S3FileStore } from '../outside/files/s3-file-store.ts';
import { GoogleFormSource } from '../outside/form-import/google-form-source.ts';
import { JotformFormSource } from '../outside/form-import/jotform-form-source.ts';
import { TransitKeyService } from '../outside/keys/transit-key-service.ts';
import { ConsoleSmsProvider } from '../outside/sms/console-sms-provider.ts';
import { TwilioSmsProvider } from '../outside/sms/twilio-sms-provider.ts';
import { WebhookSupportChat } from '../outside/support/support-chat.ts';
import { ClamdScanner } from '../outside/virus-scanner/clamd-scanner.ts';
import { VirusScans } from '../outside/virus-scanner/virus-scans.ts';
import { EventHub } from '../records/events/event-hub.ts';
import { EncryptedFileStore } from '../records/stored-files/encrypted-file-store.ts';
import { currentKeyId } from '../records/stored-files/file-keys.commands.ts';
import { proveFileStore } from '../records/stored-files/store-marker.commands.ts';
import { reasonOf, StartError } from '../start-error.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { findQueueFigures } from '../telemetry/queue-figures.queries.ts';

export interface RunningApp extends AppContext {
  files: EncryptedFileStore;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Creates the app with the configured adapters. */
export function createApp(config: Config, addresses: DatabaseAddresses, log: Logger): RunningApp {
  const { pooled, session, replica: copy, named } = addresses;
  const pool = createPool(pooled, config.databasePoolSize, log);
  const db = createDatabase(pool, { named });
  const replica = copy && new Replica(createPool(copy, config.databasePoolSize, log), copy.named, db);
  // One connection is enough for the lock on sending texts.
  const sessionDb = createSessionDatabase(session.url === pooled.url ? pool : createPool(session, 1, log), { named });
  const email =
    config.emailProvider === 'smtp' && config.smtpUrl
      ? new SmtpEmailSender(config.smtpUrl, config.emailFrom, { ca: config.smtpCa })
      : new ConsoleEmailSender((message) => addToOutbox(db, { channel: 'email', ...message }));
  const sms = config.twilio
    ? new TwilioSmsProvider({ ...config.twilio, statusCallback: `${config.publicUrl}/v1/messages/status` })
    : new ConsoleSmsProvider(
        ({ to, body }) => addToOutbox(db, { channel: 'sms', to, subject: null, text: body }),
        config.devOutbox,
      );
  const files = encryptStore(createFileStore(config), config, db, async () => config.encryptionKey);
  const anchors = createAnchorPlaces(config);
  const { file, url } = config.breachLists;
  const events = new EventHub();
  const needsYou = new NeedsYouTotals(db, events, log);
  const sources = {
    pools: { main: pool },
    replicaLagSeconds: () => replica?.lagSeconds ?? null,
    countListeners: () => events.listeners,
    findQueueFigures: () => findQueueFigures(db),
  };
  return {
    config,
    events,
    metrics: config.metrics.port === undefined && config.metrics.token === undefined ? null : new Metrics(sources),
    pool,
    db,
    replica,
    sessionDb,
    sessionAddress: session,
    log,
    email,
    sms,
    files,
    anchors,
    breachLists: [...(file ? [new FileBreachList(file)] : []), ...(url ? [new UrlBreachList(url)] : [])],
    virusScans: config.scans && new VirusScans(new ClamdScanner(config.scans.clamd)),
    supportChat: new WebhookSupportChat(config.supportWebhookUrl),
    domainRecords: new DnsDomainRecords(config.dnsServers),
    formSources: {
      jotform: config.jotform && new JotformFormSource(config.jotform),
      googleForms: config.googleForms && new GoogleFormSource(config.googleForms),
    },
    async close() {
      await needsYou.close();
      await email.close();
      await files.close();
      for (const place of anchors) await place.close();
      await db.destroy();
      await sessionDb.destroy();
      await replica?.destroy();
    },
  };
}

/** Throws a StartError if this process sees other files than the processes before it, or can't use the key service. */
export async function proveSharedStore({ config, db, files }: RunningApp): Promise<void> {
  await proveFileStore(db, files, { alone: config.databaseUrl === undefined });
  if (!config.keyService) return;
  await currentKeyId(db, files.encryption).catch((error: unknown) => {
    throw new StartError(
      `The key service can't be used: ${reasonOf(error)}. Check KEY_SERVICE_URL, KEY_SERVICE_KEY and KEY_SERVICE_TOKEN_FILE.`,
    );
  });
}

/** The configured anchor places; by default a file in the data folder, if there is one. */
export function createAnchorPlaces(config: Pick<Config, 'auditAnchors' | 'databaseUrl' | 'dataDir'>): AnchorPlace[] {
  const { file, s3, url } = config.auditAnchors;
  const hasFolder = config.databaseUrl === undefined || existsSync(config.dataDir);
  const path = file ?? (hasFolder ? join(config.dataDir, 'audit-anchors.log') : null);
  return [
    ...(path ? [new FileAnchorPlace(path)] : []),
    ...(s3 ? [new S3AnchorPlace(s3)] : []),
    ...(url ? [new UrlAnchorPlace(url)] : []),
  ];
}

/** The bytes as they are in the store: encrypted files stay encrypted. */
export function createFileStore(config: Pick<Config, 's3' | 'dataDir'>): StreamingFileStore {
  return config.s3 ? new S3FileStore(config.s3) : new LocalFileStore(join(config.dataDir, 'files'));
}

/** The same store with the contents of encrypted files. */
export function encryptStore(
  store: FileStore,
  { fileEncryption, keyService }: Pick<Config, 'fileEncryption' | 'keyService'>,
  db: Database,
  readEncryptionKey: () => Promise<string>,
): EncryptedFileStore {
  return new EncryptedFileStore(store, {
    db,
    encryptNew: fileEncryption,
    keyService: keyService && new TransitKeyService(keyService),
    readEncryptionKey,
  });
}
