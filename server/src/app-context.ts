import type { Config } from './config.ts';
import type { SessionAddress } from './db/addresses.ts';
import type { Database, SessionDatabase } from './db/database.ts';
import type { Replica } from './db/replica.ts';
import type { Log } from './log.ts';
import type { AnchorPlace } from './outside/anchors/anchor-place.ts';
import type { BreachList } from './outside/breach-list/file-breach-list.ts';
import type { DomainRecords } from './outside/dns/domain-records.ts';
import type { EmailSender } from './outside/email/email-sender.ts';
import type { FileStore } from './outside/files/file-store.ts';
import type { FormSource } from './outside/form-import/form-source.ts';
import type { SmsProvider } from './outside/sms/sms-provider.ts';
import type { SupportChat } from './outside/support/support-chat.ts';
import type { VirusScans } from './outside/virus-scanner/virus-scans.ts';
import type { EventHub } from './records/events/event-hub.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** Dependencies of every feature: the database, the configuration and external services. */
export interface AppContext {
  config: Config;
  db: Database;
  /** A copy for reads that can wait; null without one. */
  replica: Replica | null;
  /** For session locks, on a connection that no pooler passes on. */
  sessionDb: SessionDatabase;
  /** For LISTEN and the job queue. */
  sessionAddress: SessionAddress;
  log: Log;
  /** The open live streams of this process. */
  events: EventHub;
  /** Null if nobody may read them. */
  metrics: Metrics | null;
  email: EmailSender;
  files: FileStore;
  /** Where the audit chain's head is stored. */
  anchors: AnchorPlace[];
  sms: SmsProvider;
  /** Asked about every new password. */
  breachLists: BreachList[];
  /** Looks for viruses in every upload; null without a scanner. */
  virusScans: VirusScans | null;
  supportChat: SupportChat;
  /** Reads the DNS records that prove a domain. */
  domainRecords: DomainRecords;
  /** Services to import forms from; null without a key. */
  formSources: { jotform: FormSource | null; googleForms: FormSource | null };
}
