import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

export interface OutboxMessage {
  id: number;
  channel: 'email' | 'sms';
  to: string;
  subject: string | null;
  text: string;
  /** Of emails that have one. */
  html: string | null;
  createTimestamp: Date;
}

/** Messages 'sent' by the console providers, newest first. */
export async function listOutbox(db: Executor, to: string | undefined): Promise<OutboxMessage[]> {
  return sql<OutboxMessage>`
    select id, channel, to_address as "to", subject, body as text, html, create_timestamp as "createTimestamp"
    from dev_outbox where ${to ?? null}::text is null or lower(to_address) = lower(${to ?? null})
    order by id desc limit 200`.many(db);
}

export async function addToOutbox(
  db: Executor,
  message: Pick<OutboxMessage, 'channel' | 'to' | 'subject' | 'text'> & { html?: string },
) {
  await sql`insert into dev_outbox (channel, to_address, subject, body, html)
    values (${message.channel}, ${message.to}, ${message.subject}, ${message.text}, ${message.html ?? null})`.run(db);
}
