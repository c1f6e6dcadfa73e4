import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { AppContext } from '../app-context.ts';
import { createDatabase, createPool } from '../db/database.ts';
import { addToOutbox } from '../features/messages/dev-outbox.queries.ts';
import { ConsoleEmailSender } from '../outside/email/console-email-sender.ts';
import { SmtpEmailSender } from '../outside/email/smtp-email-sender.ts';
import { LocalFileStore } from '../outside/files/local-file-store.ts';
import { WebhookSupportChat } from '../outside/support/support-chat.ts';
import type { Config } from './config.ts';

export interface RunningApp extends AppContext {
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Chooses the adapters that the configuration asks for. */
export function createApp(config: Config, databaseUrl: string, log: Logger): RunningApp {
  const pool = createPool(databaseUrl, config.databasePoolSize, log);
  const db = createDatabase(pool);
  const email =
    config.emailProvider === 'smtp' && config.smtpUrl
      ? new SmtpEmailSender(config.smtpUrl, config.emailFrom, { ca: config.smtpCa })
      : new ConsoleEmailSender((message) => addToOutbox(db, { channel: 'email', ...message }));
  return {
    config,
    pool,
    db,
    log,
    email,
    files: new LocalFileStore(join(config.dataDir, 'files')),
    supportChat: new WebhookSupportChat(config.supportWebhookUrl),
    async close() {
      await email.close();
      await db.destroy();
    },
  };
}
